/* ideal: outer: n - 1 iterations · permutes v[0..n-1]; inner: n - 1 - i iterations · puts the largest of v[0..n-1-i] last */
void bubble_sort(int *v, int n) {
  for (int i = 0; i < n - 1; i++)
    for (int j = 0; j < n - 1 - i; j++)
      if (v[j] > v[j + 1]) {
        int t = v[j];
        v[j] = v[j + 1];
        v[j + 1] = t;
      }
}

/* ideal: outer: n - 1 iterations · inner: at most i iterations, until v[j] <= x; moves v[j] one place up for each */
void insertion_sort(int *v, int n) {
  for (int i = 1; i < n; i++) {
    int x = v[i];
    int j = i - 1;
    while (j >= 0 && v[j] > x) {
      v[j + 1] = v[j];
      j--;
    }
    v[j + 1] = x;
  }
}

/* ideal: outer: n - 1 iterations, permutes v[0..n-1] · inner: n - i - 1 iterations, m is the index of the least of v[i..n-1] */
void selection_sort(int *v, int n) {
  for (int i = 0; i < n - 1; i++) {
    int m = i;
    for (int j = i + 1; j < n; j++)
      if (v[j] < v[m]) m = j;
    int t = v[i];
    v[i] = v[m];
    v[m] = t;
  }
}

/* ideal: high - low iterations · permutes v[low..high-1]; i grows by the number of v[j] < pivot */
int partition(int *v, int low, int high) {
  int pivot = v[high];
  int i = low;
  for (int j = low; j < high; j++)
    if (v[j] < pivot) {
      int t = v[i];
      v[i] = v[j];
      v[j] = t;
      i++;
    }
  return i;
}

/* ideal: first: at most na + nb iterations, until one of the two is used up · second: na - i · third: nb - j; copies the rest */
void merge(const int *a, int na, const int *b, int nb, int *out) {
  int i = 0, j = 0, k = 0;
  while (i < na && j < nb)
    if (a[i] <= b[j])
      out[k++] = a[i++];
    else
      out[k++] = b[j++];
  while (i < na)
    out[k++] = a[i++];
  while (j < nb)
    out[k++] = b[j++];
}

/* ideal: 256 iterations sets count[0..255] to 0 · n iterations, counts in count how often each v[i] occurs */
void histogram(const unsigned char *v, int n, int count[256]) {
  for (int i = 0; i < 256; i++)
    count[i] = 0;
  for (int i = 0; i < n; i++)
    count[v[i]]++;
}

/* ideal: at most n - 1 iterations · returns 0 where v[i - 1] > v[i] */
int is_sorted(const int *v, int n) {
  for (int i = 1; i < n; i++)
    if (v[i - 1] > v[i]) return 0;
  return 1;
}

/* ideal: (n + 1) / 2 or n / 2 iterations · reverses v[i..j] */
void reverse(int *v, int n) {
  int i = 0, j = n - 1;
  while (i < j) {
    int t = v[i];
    v[i] = v[j];
    v[j] = t;
    i++;
    j--;
  }
}
