/**
 * A map from texts that keeps a value only as long as it is referenced elsewhere. What is the same is one object, and
 * nothing grows for ever.
 */
export class WeakValues<V extends object> {
  private readonly entries = new Map<string, WeakRef<V>>();
  /** Takes the entry of a value that is gone, unless another value has its key by now. */
  private readonly gone = new FinalizationRegistry<string>((key) => {
    if (this.entries.get(key)?.deref() === undefined) this.entries.delete(key);
  });

  get(key: string): V | undefined {
    return this.entries.get(key)?.deref();
  }

  set(key: string, value: V): void {
    this.entries.set(key, new WeakRef(value));
    this.gone.register(value, key);
  }
}
