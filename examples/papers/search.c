/*
 * The string searches that APC is measured with (Abstracting Path Conditions, section 6): do the words occur in a text, wherever and in whatever order?
 * Each word has a loop of its own over the text, with one inside that compares. The target is reached when all were found.
 */
extern char __VERIFIER_nondet_char(void);
extern int __VERIFIER_nondet_int(void);

static const char hello[] = "Hello", world[] = "World", at[] = "At", microsoft[] = "Microsoft!";

static char text[64];

/* A text from outside. */
static int read_text(void) {
    int length = __VERIFIER_nondet_int();
    if (length < 0 || length > 64)
        return 0;
    for (int i = 0; i < length; i++)
        text[i] = __VERIFIER_nondet_char();
    return length;
}

int one_word(void) {
    int length = read_text();
    int first = 0;
    for (int i = 0; i + 5 <= length && !first; i++) {
        int j = 0;
        while (j < 5 && text[i + j] == hello[j])
            j++;
        if (j == 5)
            first = 1;
    }
    if (first)
        return 1; /* target: one word */
    return 0;
}

int two_words(void) {
    int length = read_text();
    int first = 0, second = 0;
    for (int i = 0; i + 5 <= length && !first; i++) {
        int j = 0;
        while (j < 5 && text[i + j] == hello[j])
            j++;
        if (j == 5)
            first = 1;
    }
    for (int i = 0; i + 5 <= length && !second; i++) {
        int j = 0;
        while (j < 5 && text[i + j] == world[j])
            j++;
        if (j == 5)
            second = 1;
    }
    if (first && second)
        return 1; /* target: two words */
    return 0;
}

int four_words(void) {
    int length = read_text();
    int first = 0, second = 0, third = 0, fourth = 0;
    for (int i = 0; i + 5 <= length && !first; i++) {
        int j = 0;
        while (j < 5 && text[i + j] == hello[j])
            j++;
        if (j == 5)
            first = 1;
    }
    for (int i = 0; i + 5 <= length && !second; i++) {
        int j = 0;
        while (j < 5 && text[i + j] == world[j])
            j++;
        if (j == 5)
            second = 1;
    }
    for (int i = 0; i + 2 <= length && !third; i++) {
        int j = 0;
        while (j < 2 && text[i + j] == at[j])
            j++;
        if (j == 2)
            third = 1;
    }
    for (int i = 0; i + 10 <= length && !fourth; i++) {
        int j = 0;
        while (j < 10 && text[i + j] == microsoft[j])
            j++;
        if (j == 10)
            fourth = 1;
    }
    if (first && second && third && fourth)
        return 1; /* target: four words */
    return 0;
}
