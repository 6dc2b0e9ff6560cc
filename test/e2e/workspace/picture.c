#include <assert.h>

/* Takes items two at a time until there are none left. */
void drain(int items)
{
    int taken = 0;

    if (items < 0 || items > 1000)
        return;
    while (taken < items)
        taken += 2;
    assert(taken == items);
}

/* The slow one catches up whenever it has fallen behind. */
void chase(int slow, int fast, int limit)
{
    while (slow < limit) {
        if (slow < fast)
            slow++;
        else
            fast++;
    }
    assert(slow >= limit);
}
