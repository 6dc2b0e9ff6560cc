/** Where the queue is, if nothing is said on the command line. */

export const queueAddress = (given: string | null): string =>
  given ?? process.env['LOOPLENS_QUEUE'] ?? 'redis://127.0.0.1:6379';
