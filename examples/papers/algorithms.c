/*
 * Integer division, factorization, greatest common divisor, least common multiple and integer square root, the programs of LoopSCC's section 5.3, each in
 * several ways. `looplens eval` computes their results from summaries; docs/papers.md says which are exact.
 */

/* division: how often does b go into a */
int division_by_subtraction(int a, int b) {
    int q = 0, r = a;
    if (a < 0 || b < 1)
        return -1;
    while (r >= b) {
        r -= b;
        q++;
    }
    return q;
}

int division_by_counting(int a, int b) {
    int q = 0, multiple = b;
    if (a < 0 || b < 1 || b > 10000 || a > 100000000)
        return -1;
    while (multiple <= a) {
        multiple += b;
        q++;
    }
    return q;
}

/* both signs, towards zero */
int division_of_any_sign(int a, int b) {
    int q = 0, r = a, d = b;
    if (b == 0 || a < -1000000000 || a > 1000000000 || b < -1000000000 || b > 1000000000)
        return 0;
    if (r < 0)
        r = -r;
    if (d < 0)
        d = -d;
    while (r >= d) {
        r -= d;
        q++;
    }
    if ((a < 0) != (b < 0))
        q = -q;
    return q;
}

/* Cohen's: subtract the largest doubled divisor */
int division_by_doubling(int a, int b) {
    int q = 0, r = a;
    if (a < 0 || a > 1000000 || b < 1)
        return -1;
    while (r >= b) {
        int part = 1, chunk = b;
        while (r >= 2 * chunk) {
            part = 2 * part;
            chunk = 2 * chunk;
        }
        r -= chunk;
        q += part;
    }
    return q;
}

/* as hardware does it, bit by bit from above */
unsigned division_by_bits(unsigned a, unsigned b) {
    unsigned q = 0, r = 0;
    if (b == 0 || b > 65535)
        return 0;
    for (int bit = 31; bit >= 0; bit--) {
        r = r * 2 + (a >> bit) % 2;
        q = q * 2;
        if (r >= b) {
            r -= b;
            q++;
        }
    }
    return q;
}

/* factorization: the smallest divisor from 2 on */
int factor_by_trial(int n) {
    int d = 2;
    if (n < 2 || n > 1000000)
        return 0;
    while (n % d != 0)
        d++;
    return d;
}

/* how often is p a factor */
int factor_multiplicity(int n, int p) {
    int k = 0;
    if (n < 1 || p < 2)
        return 0;
    while (n % p == 0) {
        n = n / p;
        k++;
    }
    return k;
}

/* powers of two alone */
int factor_out_twos(int n) {
    int k = 0;
    if (n < 1)
        return 0;
    while (n % 2 == 0) {
        n = n / 2;
        k++;
    }
    return k;
}

/* Fermat's: n = x * x - y * y, by odd steps (n odd) */
int factor_by_squares(int n, int root) {
    if (n < 3 || n % 2 == 0 || n > 10000 || root < 1 || root > 100 || root * root < n || (root - 1) * (root - 1) >= n)
        return 0;
    int u = 2 * root + 1, v = 1, r = root * root - n;
    while (r != 0) {
        if (r > 0) {
            r -= v;
            v += 2;
        } else {
            r += u;
            u += 2;
        }
    }
    return (u - v) / 2;
}

/* greatest common divisor */
int gcd_by_subtraction(int a, int b) {
    if (a < 1 || b < 1)
        return 0;
    while (a != b) {
        if (a > b)
            a -= b;
        else
            b -= a;
    }
    return a;
}

int gcd_by_remainders(int a, int b) {
    if (a < 0 || b < 0)
        return 0;
    while (b != 0) {
        int t = a % b;
        a = b;
        b = t;
    }
    return a;
}

/* counting down from the smaller */
int gcd_by_search(int a, int b) {
    if (a < 1 || b < 1)
        return 0;
    int d = a < b ? a : b;
    while (a % d != 0 || b % d != 0)
        d--;
    return d;
}

/* against a fixed number */
int gcd_with_twelve(int a) {
    int b = 12;
    if (a < 1)
        return 0;
    while (a != b) {
        if (a > b)
            a -= b;
        else
            b -= a;
    }
    return a;
}

/* least common multiple */
int lcm_by_catching_up(int a, int b) {
    if (a < 1 || b < 1 || a > 1000 || b > 1000)
        return 0;
    int x = a, y = b;
    while (x != y) {
        if (x < y)
            x += a;
        else
            y += b;
    }
    return x;
}

int lcm_by_multiples(int a, int b) {
    if (a < 1 || b < 1 || a > 1000 || b > 1000)
        return 0;
    int m = a;
    while (m % b != 0)
        m += a;
    return m;
}

/* with a fixed number */
int lcm_with_six(int a) {
    if (a < 1 || a > 100000)
        return 0;
    int m = a;
    while (m % 6 != 0)
        m += a;
    return m;
}

/* Dijkstra's: gcd by subtraction, the multiples carried along */
int lcm_beside_gcd(int a, int b) {
    if (a < 1 || b < 1 || a > 1000 || b > 1000)
        return 0;
    int x = a, y = b, u = b, v = 0;
    while (x != y) {
        if (x > y) {
            x -= y;
            v += u;
        } else {
            y -= x;
            u += v;
        }
    }
    return u + v;
}

/* integer square root */
int root_by_odd_numbers(int n) {
    if (n < 0)
        return -1;
    int root = 0, odd = 1, rest = n;
    while (rest >= odd) {
        rest -= odd;
        odd += 2;
        root++;
    }
    return root;
}

int root_by_squares(int n) {
    if (n < 0 || n > 2000000000)
        return -1;
    int root = 0;
    while ((root + 1) * (root + 1) <= n)
        root++;
    return root;
}

/* the sum of odd numbers passes n */
int root_by_sums(int n) {
    if (n < 0 || n > 1000000000)
        return -1;
    int root = 0, step = 1, sum = 1;
    while (sum <= n) {
        root++;
        step += 2;
        sum += step;
    }
    return root;
}

int root_by_bisection(int n) {
    if (n < 0 || n > 1000000)
        return -1;
    int low = 0, high = 1001;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (middle * middle <= n)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Newton's */
int root_by_newton(int n) {
    if (n < 1 || n > 1000000)
        return 0;
    int x = n, y = (n + 1) / 2;
    while (y < x) {
        x = y;
        y = (x + n / x) / 2;
    }
    return x;
}
