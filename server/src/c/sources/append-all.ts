/** Adds all to a list; spread into a call, a long list would overflow the stack. */
export function append<T>(to: T[], all: readonly T[]): void {
  for (const one of all) to.push(one);
}
