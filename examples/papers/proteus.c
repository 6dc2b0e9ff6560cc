/*
 * The loops of "Proteus: Computing Disjunctive Loop Summary via Path Dependency Analysis" (FSE 2016), written anew.
 * docs/papers.md says what the paper and what LoopLens make of each.
 */
extern void __VERIFIER_assert(int);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

/* figure 1(a) */
void chase(int x, int z, int n) {
    while (x < n) {
        if (z > x)
            x++;
        else
            z++;
    }
}

/* figure 1(b) */
void two_waves(int i, int a, int j) {
    for (; i < 100; i++) {
        if (a <= 5)
            a++;
        else
            a -= 4;
        if (j < 8)
            j++;
        else
            j -= 3;
    }
}

/* figure 1(b), from where both values have come into their intervals */
void two_waves_inside(int i, int a, int j) {
    __VERIFIER_assume(a >= 2 && a <= 6 && j >= 5 && j <= 8);
    for (; i < 100; i++) {
        if (a <= 5)
            a++;
        else
            a -= 4;
        if (j < 8)
            j++;
        else
            j -= 3;
    }
}

/* figure 1(c) */
void strides(int limit) {
    int i = 0, k = 0;
    while (i < limit) {
        int stride = __VERIFIER_nondet_int();
        __VERIFIER_assume(stride >= 1 && stride < limit);
        i += stride;
        k++;
    }
    __VERIFIER_assert(k <= limit || limit < 0);
}

/* figure 1(d) */
void three_heaps(unsigned x1, unsigned x2, unsigned x3) {
    int c1 = __VERIFIER_nondet_int(), c2 = __VERIFIER_nondet_int();
    while (x1 > 0 && x2 > 0 && x3 > 0) {
        if (c1)
            x1 = x1 - 1;
        else if (c2)
            x2 = x2 - 1;
        else
            x3 = x3 - 1;
        c1 = __VERIFIER_nondet_int();
        c2 = __VERIFIER_nondet_int();
    }
    __VERIFIER_assert(x1 == 0 || x2 == 0 || x3 == 0);
}

/* figure 1(e) */
int match(const char *text, int length, const char *word, int size) {
    int i = 0, j = 0;
    while (i < length && j < size) {
        if (text[i] == word[j]) {
            i++;
            j++;
        } else {
            i = i - j + 1;
            j = 0;
        }
    }
    return j;
}

/* figure 1(f) */
void four_phases(void) {
    int phase = 1, first = 0, second = 0;
    while (__VERIFIER_nondet_int()) {
        if (phase == 1)
            first++;
        else if (phase == 2)
            second++;
        phase++;
        if (phase == 5)
            phase = 1;
        if (phase == 1 && first != second)
            reach_error();
    }
}

/* section 3.1: a terminal state */
void terminal(int i) {
    while (i < 10)
        i = 0;
}

/* section 4.2: traversals */
struct item { int value; struct item *next; };

int list_length(struct item *list) {
    int count = 0;
    for (; list != 0; list = list->next)
        count++;
    return count;
}

int string_length(const char *text) {
    int count = 0;
    for (const char *p = text; *p != '\0'; p++)
        count++;
    return count;
}

/* section 4.2: a condition that only the input decides */
int insertion_point(const int v[], int key, int i) {
    __VERIFIER_assume(i > 0);
    while (i >= 0 && v[i] > key)
        i--;
    return i;
}

/* section 5.2: steps of two */
void by_twos(int n) {
    int i = 0;
    while (i < n)
        i += 2;
}

/* section 5.2: one that goes back and forth as the input has it */
void back_and_forth(const int a[], int n) {
    int i = 0;
    while (i < n) {
        if (a[i] == 0)
            i++;
        else
            i -= 2;
    }
}

/* figure 6(a) */
void rows(int m, int n) {
    __VERIFIER_assume(0 < m && m < n);
    int i = 0, j = 0;
    while (i < n && __VERIFIER_nondet_int()) {
        if (j < m) {
            j++;
        } else {
            j = 0;
            i++;
        }
    }
}

/* figure 6(b) */
void sentinel(int size) {
    __VERIFIER_assume(size > 1);
    int a[size], j = 0;
    a[size / 2] = 3;
    while (j < size && a[j] != 3)
        j++;
    __VERIFIER_assert(j < size);
}
