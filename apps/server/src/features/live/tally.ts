/** Counts what is in use for each key, such as the open sockets of a person, with a maximum per key. */
export class KeyedCounterWithMaximum {
  readonly #maximumCount: number;
  readonly #counts = new Map<string, number>();

  constructor(maximumCount: number) {
    this.#maximumCount = maximumCount;
  }

  /** Counts one more use of `key`. Returns false without counting if the key has reached the maximum. */
  add(key: string): boolean {
    const count = this.#counts.get(key) ?? 0;
    if (count >= this.#maximumCount) return false;
    this.#counts.set(key, count + 1);
    return true;
  }

  release(key: string): void {
    const count = (this.#counts.get(key) ?? 0) - 1;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
  }
}
