/** The faults that a run found, counted by kind, with the first example of each. */
export class Faults {
  readonly #faultsByKind = new Map<string, { count: number; example: string }>();

  /**
   * Counts a fault. `kind` describes it without ids, so that equal faults are counted together. `example` shows how it
   * happened.
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
