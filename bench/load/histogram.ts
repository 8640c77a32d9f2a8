/** The width of a bucket in milliseconds. Reported values are accurate to one bucket. */
const bucketWidthMs = 0.02;
/** The longest duration in milliseconds that the histogram can store. Longer durations are counted as this value. */
const maximumDurationMs = 4_000;

/** Counts durations in buckets. A million durations then need little memory and no sorting. */
export class LatencyHistogram {
  readonly #buckets = new Uint32Array(maximumDurationMs / bucketWidthMs);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Records a duration. A negative number of milliseconds counts as zero. */
  record(milliseconds: number): void {
    const index = Math.min(Math.max(Math.floor(milliseconds / bucketWidthMs), 0), this.#buckets.length - 1);
    this.#buckets[index] = (this.#buckets[index] ?? 0) + 1;
    this.#count++;
  }

  /**
   * Returns the duration in milliseconds that this fraction (0 to 1) of the durations did not exceed. The result is the
   * upper end of the bucket with the nearest rank. NaN if nothing was recorded.
   */
  percentile(fraction: number): number {
    if (this.#count === 0) return Number.NaN;
    const rank = Math.max(1, Math.ceil(fraction * this.#count));
    let countSoFar = 0;
    for (let index = 0; index < this.#buckets.length; index++) {
      countSoFar += this.#buckets[index] ?? 0;
      if (countSoFar >= rank) return (index + 1) * bucketWidthMs;
    }
    return maximumDurationMs;
  }
}
