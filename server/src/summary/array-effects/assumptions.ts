/** What a statement about a loop takes that isn't certain: "`i` doesn't wrap around", "`a` and `b` don't overlap". */
export class Assumptions {
  private taken: ReadonlySet<string> = new Set();

  take(assumption: string): void {
    this.taken = new Set([...this.taken, assumption]);
  }

  get areNone(): boolean {
    return this.taken.size === 0;
  }

  /** What the work returns, and what has been taken at its end: before it, too, if it is part of something larger. */
  during<T>(work: () => T): { readonly result: T; readonly assuming: readonly string[] } {
    const before = this.taken;
    const result = work();
    const assuming = [...this.taken];
    this.taken = before;
    return { result, assuming };
  }

  /** What the work returns; what it takes counts only where that isn't null. */
  unlessNull<T>(work: () => T | null): T | null {
    const before = this.taken;
    const result = work();
    if (result === null) this.taken = before;
    return result;
  }
}
