/* Loops that everybody has written: put the cursor on each. */
#include <stdio.h>

/* Adds up an array. */
int total(const int *prices, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += prices[i];
    return sum;
}

/* The end of a string. */
const char *end_of(const char *text) {
    while (*text)
        text++;
    return text;
}

/* How many bits are set. */
int bits(unsigned flags) {
    int count = 0;
    while (flags) {
        flags &= flags - 1;
        count++;
    }
    return count;
}

/* Where a key is in a sorted array. */
int search(const int *sorted, int n, int key) {
    int low = 0, high = n - 1;
    while (low <= high) {
        int middle = low + (high - low) / 2;
        if (sorted[middle] == key)
            return middle;
        if (sorted[middle] < key)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return -1;
}

/* Counts the lines of a file. */
int lines(FILE *file) {
    int n = 0, c;
    while ((c = getc(file)) != EOF)
        if (c == '\n')
            n++;
    return n;
}
