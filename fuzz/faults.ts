/** What a run found wrong, counted by kind, each kind with its first example. */
export class Faults {
  readonly #found = new Map<string, { count: number; example: string }>();

  /** `kind` is short and names no id; `example` says how it came about. */
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
