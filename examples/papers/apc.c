/*
 * The loops of "Abstracting Path Conditions" (ISSTA 2012), written anew.
 * docs/papers.md says what the paper and what LoopLens make of each.
 */
extern void __VERIFIER_assert(int);

/* figures 1 and 2 */
void ones(const int a[], int n) {
    int k = 0;
    for (int i = 3; i < n; ++i) {
        if (a[i] == 1)
            ++k;
    }
    if (k > 12)
        __VERIFIER_assert(0);
}

/* figure 4 */
void triangle(int m, int n) {
    int j = 0;
    for (int i = 0; i < m; ++i) {
        for (j = i; j < n; ++j)
            ;
    }
}

/* section 3.5, theorem 2: never left, which path counters don't see */
void swing(void) {
    int i = 1;
    while (i < 3) {
        if (i == 2)
            i = 1;
        else
            i = 2;
    }
    __VERIFIER_assert(0);
}

/* section 3.6: in whatever order, the total is the same */
void weights(int i, int j, int c, int n) {
    for (int k = 0; k < n; k++) {
        if (i < 0)
            j = j + 1;
        else
            j = j + 2;
        i = i + c;
    }
}

/* section 3.6: here the order counts, and the sign of the step gives it */
void ordered_up(int i, int j, int n) {
    for (int k = 0; k < n; k++) {
        if (i < 0)
            j = j + 1;
        else
            j = j * 2;
        i = i + 3;
    }
}

void ordered_down(int i, int j, int n) {
    for (int k = 0; k < n; k++) {
        if (i < 0)
            j = j + 1;
        else
            j = j * 2;
        i = i - 3;
    }
}
