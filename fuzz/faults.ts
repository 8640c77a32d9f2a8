/** The faults that a run found, counted by kind, with the first example of each. */
export class Faults {
  readonly #found = new Map<string, { count: number; example: string }>();

  /** `kind` is short and contains no id. `example` shows how it happened. */
  add(kind: string, example = ""): void {
    const known = this.#found.get(kind);
    if (known) known.count++;
    else this.#found.set(kind, { count: 1, example: example.slice(0, 1_500) });
  }

  get size(): number {
    return this.#found.size;
  }

  lines(): string[] {
    return [...this.#found].map(([kind, { count, example }]) => `${kind} (${count}×)\n    ${example}`);
  }
}
