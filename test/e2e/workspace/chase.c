#include <assert.h>

/* The slow one catches up whenever it has fallen behind; both stop below the limit. */
void chase(int slow, int fast, int limit)
{
    if (slow > fast || fast > limit)
        return;
    while (slow < limit) {
        if (slow < fast)
            slow++;
        else
            fast++;
    }
    assert(slow >= limit);
    assert(slow == fast);
}
