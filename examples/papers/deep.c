/*
 * Deep loops, in the manner of the programs that Proteus generates tests for (FSE 2016, table 6): too long to be unrolled, short to be summarised.
 * Each assertion can fail.
 */
extern void __VERIFIER_assert(int);

static unsigned halved(unsigned k) {
    return k / 2;
}

/* with a call in the condition and in the body */
void called(unsigned steps) {
    unsigned i = 0;
    for (unsigned k = 0; halved(k) < 134217728; k++)
        i += 2;
    __VERIFIER_assert(i == steps); /* called */
}

/* two phases: by one, then by two */
void phases(unsigned limit) {
    unsigned x = 0;
    while (x < 268435455) {
        if (x < limit)
            x++;
        else
            x += 2;
    }
    __VERIFIER_assert(x != 268435456); /* phases */
}

/* unsigned wrap-around ends it, in 2^31 - 5 steps */
void overflow(unsigned odd) {
    unsigned x = 10;
    while (x >= 10)
        x += 2;
    __VERIFIER_assert(x != odd); /* overflow */
}

/* two variables at the same pace */
void several(unsigned a, unsigned b) {
    unsigned x = a, y = b;
    while (x < 268435456) {
        x++;
        y++;
    }
    __VERIFIER_assert(x == y); /* several */
}

/* counting to 2^28 by two */
void by_two(unsigned from) {
    unsigned x = from % 2;
    while (x < 268435456)
        x += 2;
    __VERIFIER_assert(x % 2 == 0); /* by two */
}

/* counting to 2^28 by one */
void by_one(unsigned guess) {
    unsigned x = 0;
    while (x < 268435456)
        x++;
    __VERIFIER_assert(x != guess); /* by one */
}
