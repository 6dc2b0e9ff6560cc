/* Plain counted loops: how often they run is in the head, and LoopLens reads it without a solver. */
#include <assert.h>

/* Every third number below a limit. */
int thirds(int limit) {
    int steps = 0;
    for (int at = 0; at < limit; at += 3)
        steps++;
    return steps;
}

/* From above, with a first iteration that always happens. */
int countdown(int from) {
    int left = from;
    int rounds = 0;
    do {
        left--;
        rounds++;
    } while (left > 0);
    assert(rounds >= 1);
    return rounds;
}
