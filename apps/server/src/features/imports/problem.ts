import type { ImportProblemCode } from "@kakehashi/contract/imports";

/**
 * The reason why a file cannot be imported, or why only a part of the file was imported. If there is a `line`, the
 * units before that line were imported, except for the problem ENCODING: then nothing was imported.
 */
export class ImportProblem extends Error {
  readonly code: ImportProblemCode;
  /** The line of the problem, counted from 1. Null if the problem concerns the whole file. */
  readonly line: number | null;
  readonly detail: string;

  constructor(code: ImportProblemCode, line: number | null = null, detail = "") {
    super(`${code} in line ${line}: ${detail}`);
    this.code = code;
    this.line = line;
    this.detail = detail.slice(0, 300);
  }
}
