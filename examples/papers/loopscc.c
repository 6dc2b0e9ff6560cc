/*
 * The loops of "LoopSCC: Towards Summarizing Multi-branch Loops within Determinate Cycles" (2024), written anew.
 * docs/papers.md says what the paper and what LoopLens make of each.
 */

/* figure 1(a) */
void acyclic(int i, int x) {
    while (i < 100) {
        if (x > 1) {
            x += 1;
            i += 3;
        } else if (x < -1) {
            x += 1;
            i += 5;
        } else {
            x += 1;
            i += 7;
        }
    }
}

/* figure 1(b) */
void cyclic(int i, int x) {
    while (i < 100) {
        if (x > 1) {
            x -= 1;
            i += 3;
        } else if (x < -1) {
            x += 1;
            i += 5;
        } else {
            x += 1;
            i += 7;
        }
    }
}

/* figure 1(c) */
void trap(int i, int x) {
    while (i < 100) {
        if (x >= 50) {
            x -= 2;
            i += 3;
        } else if (x < 0) {
            x += 1;
            i += 5;
        } else {
            x += 11;
            i += 7;
        }
    }
}

/* figure 1(c) where it oscillates, its steps counted: x' = (x - 48 + 11 n) mod 13 + 48 */
void trap_inside(int x, unsigned n) {
    if (x < 48 || x >= 61)
        return;
    for (unsigned k = 0; k < n; k++) {
        if (x >= 50)
            x -= 2;
        else
            x += 11;
    }
}

/* figure 1(d) */
void connected(int i, int x) {
    while (i < 100) {
        if (x > 1) {
            x -= 5;
            i += 3;
        } else if (x < -1) {
            x += 1;
            i += 5;
        } else {
            x += 9;
            i += 7;
        }
    }
}

/* figure 3(a): one of the branches is never taken */
void contracted(int i, int x) {
    while (i < 100) {
        if (x < 0) {
            x += 2;
            i += 3;
        } else {
            x += 7;
            if (x < 5) {
                x += 3;
                i += 1;
            } else {
                x -= 12;
                i += 2;
            }
        }
    }
}

/* figure 5(a) */
void second_order(int i, int x) {
    while (i < 100) {
        if (x < 5) {
            x = x + 2;
            i = i + 3;
        } else {
            x = x - 5;
            i = i + 4;
        }
    }
}

/* figure 5(b): over integers */
void doubling(int i, int x) {
    while (i < 100) {
        if (x < 4) {
            x = x + 2;
            i = i + 3;
        } else {
            x = 2 * x - 8;
            i = i + 4;
        }
    }
}

/* section 4.2.1: the inner loop that is turned inside out */
void inner(int x) {
    while (x < 100)
        x += 2;
}

/* section 4.3.1: a guard that has no solution in closed form */
void implicit(int x) {
    while (x * x * x * x * x * x * x < x * x * x + 2)
        x += 2;
}

/* figure 7, custom_4 */
void one_shot(int i, int x, int flag) {
    while (i < 100) {
        if (flag) {
            if (x > 5) {
                x -= 5;
                i += 3;
            } else {
                x += 2;
                i += 7;
            }
        } else {
            x -= 7;
            flag = 1;
        }
    }
}

/* figure 7, t27; figure 6 is what becomes of its inner loop */
void refill(int n, int y) {
    while (n < 0) {
        n = n + 1;
        y = y + 1000;
        while (y >= 100)
            y = y - 100;
    }
}

/* figure 7, t30 */
void exchange(int x, int y) {
    while (x > 0) {
        int t = x - 1;
        x = y;
        y = t;
    }
}
