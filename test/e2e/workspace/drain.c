#include <assert.h>

/* Takes items two at a time until there are none left. */
void drain(int items)
{
    int taken = 0;
    int rounds = 0;

    if (items < 0 || items > 1000)
        return;

    while (taken < items) {
        taken += 2;
        rounds++;
    }

    assert(taken >= items);
    assert(taken == items);
}
