/* Two variables that chase each other below a limit: the paths interleave, with a period. */
#include <assert.h>

void chase(int hare, int tortoise, int finish) {
    while (hare < finish) {
        if (tortoise > hare)
            hare++;
        else
            tortoise++;
    }
    assert(hare >= finish);
}

/* Both step by two, so the difference swings between two values. */
int relay(int first, int second, int rounds) {
    while (rounds > 0) {
        if (first <= second)
            first += 2;
        else
            second += 2;
        rounds--;
    }
    return first - second;
}
