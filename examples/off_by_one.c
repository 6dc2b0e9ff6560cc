/* An assertion behind a loop that fails for some inputs: LoopLens finds them, and replays the run before it says so. */
#include <assert.h>

void pages(int items) {
    if (items < 0 || items > 1000)
        return;
    int full = 0;
    int rest = items;
    while (rest > 10) {
        rest -= 10;
        full++;
    }
    assert(full * 10 + rest == items);
    assert(rest < 10); /* fails for 10 items: the loop should say >= */
}
