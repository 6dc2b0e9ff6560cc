#define N 16

/* ideal: n iterations each · innermost: adds a[i][0]*b[0][j] + … + a[i][n-1]*b[n-1][j] to s; outer: sets c[i][0..n-1] */
void multiply(double unused, int n, int a[N][N], int b[N][N], int c[N][N]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      int s = 0;
      for (int k = 0; k < n; k++)
        s += a[i][k] * b[k][j];
      c[i][j] = s;
    }
}

/* ideal: rows iterations, cols iterations each · s += the elements of row i */
int sum_all(int rows, int cols, int a[N][N]) {
  int s = 0;
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < cols; j++)
      s += a[i][j];
  return s;
}

/* ideal: n iterations · swaps above and below the diagonal */
void transpose(int n, int a[N][N]) {
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++) {
      int t = a[i][j];
      a[i][j] = a[j][i];
      a[j][i] = t;
    }
}

/* ideal: 16 iterations each · sets a[i][0..15] to 0, outer: sets a to 0; and a[i][i] to 1 */
void identity(int a[N][N]) {
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++)
      a[i][j] = 0;
    a[i][i] = 1;
  }
}

/* ideal: n iterations · adds up a[0][0], ..., a[n-1][n-1] in t */
int trace(int n, int a[N][N]) {
  int t = 0;
  for (int i = 0; i < n; i++)
    t += a[i][i];
  return t;
}

/* ideal: n iterations · sum += x[k] * y[k] for k from 0 to n - 1 */
long dot(const int *x, const int *y, int n) {
  long sum = 0;
  for (int i = 0; i < n; i++)
    sum += (long)x[i] * y[i];
  return sum;
}
