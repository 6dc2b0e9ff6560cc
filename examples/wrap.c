/* Unsigned numbers wrap around: that is a case of its own, never forgotten. */
#include <assert.h>

/* How many steps until an 8-bit counter is back at zero? */
unsigned int until_zero(unsigned char counter) {
    unsigned int steps = 0;
    while (counter != 0) {
        counter++;
        steps++;
    }
    assert(steps <= 255);
    return steps;
}
