#include <assert.h>

/* Two loops in sequence: what the first leaves behind is what the second starts from. */
void copy(int n, int spare)
{
    int done = 0;
    int left = n;
    while (left > 0) {
        left--;
        done++;
    }

    for (int i = 0; i < spare; i++)
        done += 2;

    assert(left <= 0);
}
