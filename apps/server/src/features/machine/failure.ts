/**
 * `off`: the machine refuses us and is left alone for a while. `passing`: another attempt may succeed. `text`:
 * it never will for this text. `budget`: the month's characters are used up.
 */
export type FailureKind = "off" | "passing" | "text" | "budget";

/** The machine did not translate. The message is for the admin and holds no part of the text. */
export class MachineFailure extends Error {
  readonly kind: FailureKind;

  constructor(kind: FailureKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** Not allowed, too much, the quota is used up (456 is DeepL's), or not serving. */
export const offStatuses: ReadonlySet<number> = new Set([401, 403, 429, 456, 503]);
