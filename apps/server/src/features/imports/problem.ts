import type { ImportProblemCode } from "@kakehashi/contract/imports";

/** The file cannot be imported, or not beyond this line. */
export class ImportProblem extends Error {
  readonly code: ImportProblemCode;
  /** Counted from 1. Null if the problem is about the whole file. */
  readonly line: number | null;
  readonly detail: string;

  constructor(code: ImportProblemCode, line: number | null = null, detail = "") {
    super(`${code} in line ${line}: ${detail}`);
    this.code = code;
    this.line = line;
    this.detail = detail.slice(0, 300);
  }
}
