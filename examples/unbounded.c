/* What can't be summarised says so, and names the place that is to blame. */

/* The condition depends on what the array holds, and the loop writes to it. */
int settle(int heap[], int size) {
    int at = 0;
    int moves = 0;
    while (at < size && heap[at] > 0) {
        heap[heap[at] % size] = heap[at] - 1;
        at = heap[at] % size;
        moves++;
    }
    return moves;
}

/* Never ends once it is entered. */
void stuck(int at) {
    while (at < 10)
        at = 0;
}
