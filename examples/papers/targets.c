/*
 * The other programs that APC is measured with (Abstracting Path Conditions, section 6): a scan of a matrix, a stream of packets, and two whose
 * targets no run gets to.
 */
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

/* The upper triangle of a matrix that is larger than 20 by 20, with a row of which more than 15 scanned elements are between 10 and 100. */
int matrix(int n) {
    int m[32][32];
    if (n < 0 || n > 32)
        return 0;
    for (int row = 0; row < n; row++)
        for (int column = 0; column < n; column++)
            m[row][column] = __VERIFIER_nondet_int();
    int rich = 0;
    for (int row = 0; row < n; row++) {
        int inside = 0;
        for (int column = row; column < n; column++)
            if (m[row][column] > 10 && m[row][column] < 100)
                inside++;
        if (inside > 15)
            rich = 1;
    }
    if (n > 20 && rich)
        return 1; /* target: matrix */
    return 0;
}

/* A stream of packets is sorted into a table: each says into which row it goes and how long it is, and repeats its length in its last byte. */
int packets(int length) {
    unsigned char stream[64], table[4][16];
    int size[4] = {0, 0, 0, 0};
    if (length < 0 || length > 64)
        return 0;
    for (int i = 0; i < length; i++)
        stream[i] = __VERIFIER_nondet_uchar();
    int at = 0;
    while (at + 2 <= length) {
        int row = stream[at], bytes = stream[at + 1];
        at += 2;
        if (row >= 4 || bytes < 1 || bytes > 16 || at + bytes > length)
            return -1;
        for (int k = 0; k < bytes; k++)
            table[row][k] = stream[at + k];
        size[row] = bytes;
        at += bytes;
    }
    for (int row = 0; row < 4; row++)
        if (size[row] > 0 && table[row][size[row] - 1] != size[row])
            return 1; /* target: packets */
    return 0;
}

/* Steps of four never come to fifteen. */
int one_loop(int n) {
    int i = 0;
    for (int k = 0; k < n; k++)
        i += 4;
    if (i == 15)
        return 1; /* target: one loop */
    return 0;
}

/* An even number is never seven more than another. */
int two_loops(int n) {
    int i = 0, j = 0;
    for (int k = 0; k < n; k++)
        i += 4;
    while (i != j + 7)
        j += 2;
    return 1; /* target: two loops */
}
