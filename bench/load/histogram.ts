/** The width of a bucket in milliseconds. Every figure has this error. */
const width = 0.02;
/** The longest measurable time in milliseconds. Longer times count as this. */
const longest = 4_000;

/** Counts durations in buckets, so that a million of them cost the load no memory and no sorting. */
export class Histogram {
  readonly #buckets = new Uint32Array(longest / width);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** `milliseconds` below zero counts as zero. */
  record(milliseconds: number): void {
    const index = Math.min(Math.max(Math.floor(milliseconds / width), 0), this.#buckets.length - 1);
    this.#buckets[index] = (this.#buckets[index] ?? 0) + 1;
    this.#count++;
  }

  /**
   * Milliseconds within which that share (0 to 1) of the durations lay: the nearest rank, rounded up to its bucket's
   * end. Nothing recorded: NaN.
   */
  percentile(share: number): number {
    if (this.#count === 0) return Number.NaN;
    const rank = Math.max(1, Math.ceil(share * this.#count));
    let seen = 0;
    for (let index = 0; index < this.#buckets.length; index++) {
      seen += this.#buckets[index] ?? 0;
      if (seen >= rank) return (index + 1) * width;
    }
    return longest;
  }
}
