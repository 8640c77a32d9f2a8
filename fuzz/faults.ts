/** Collects the faults of a run. For each kind of fault, stores the number and the first example. */
export class FaultCollector {
  readonly #faultsByKind = new Map<string, { count: number; example: string }>();

  /**
   * Counts a fault. `kind` must not contain ids, so that equal faults are counted together. `example` describes the
   * request that caused it.
   */
  add(kind: string, example = ""): void {
    const recordedFault = this.#faultsByKind.get(kind);
    if (recordedFault) recordedFault.count++;
    else this.#faultsByKind.set(kind, { count: 1, example: example.slice(0, 1_500) });
  }

  get size(): number {
    return this.#faultsByKind.size;
  }

  lines(): string[] {
    return [...this.#faultsByKind].map(([kind, { count, example }]) => `${kind} (${count}×)\n    ${example}`);
  }
}
