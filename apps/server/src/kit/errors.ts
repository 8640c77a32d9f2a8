import { type ErrorCode, findErrorDefinition } from "@kakehashi/contract/errors";
import type { CurrentText, ErrorBody } from "@kakehashi/contract/kit/errors";
import { type FieldRefusalReason, formatRefusalText } from "@kakehashi/contract/kit/validation";
import type { Language, TextsByLanguage } from "@kakehashi/contract/languages";

/** Why a field is refused. This is the key of a message in the contract, or a text in each language. */
export type FieldRefusal = FieldRefusalReason | TextsByLanguage;

const isTextsInLanguages = (refusal: FieldRefusal): refusal is TextsByLanguage =>
  typeof refusal !== "string" && "en" in refusal;

/** The error that services throw. It has an error code of the contract, and details for the API client. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: Readonly<Record<string, FieldRefusal>> | undefined;
  /** The client may retry after this many seconds. */
  readonly retryAfter: number | undefined;
  readonly currentText: CurrentText | undefined;
  /** The current state of the object that the client wanted to change. It is sent with a conflict error. */
  readonly currentObject: object | undefined;

  constructor(
    code: ErrorCode,
    details: {
      fields?: Readonly<Record<string, FieldRefusal>>;
      retryAfter?: number;
      current?: CurrentText;
      entry?: object;
    } = {},
  ) {
    super(code);
    this.name = "AppError";
    this.code = code;
    this.fields = details.fields;
    this.retryAfter = details.retryAfter;
    this.currentText = details.current;
    this.currentObject = details.entry;
  }

  get status(): number {
    return findErrorDefinition(this.code).status;
  }

  body(language: Language): ErrorBody {
    const message = findErrorDefinition(this.code).message[language].replace(
      "{wait}",
      formatDuration(this.retryAfter ?? 0, language),
    );
    const body: ErrorBody = { error: { code: this.code, message } };
    if (this.fields) {
      body.error.fields = Object.fromEntries(
        Object.entries(this.fields).map(([field, refusal]) => [
          field,
          isTextsInLanguages(refusal) ? refusal[language] : formatRefusalText(refusal, language),
        ]),
      );
    }
    if (this.currentText) body.error.current = this.currentText;
    if (this.currentObject) body.error.entry = { ...this.currentObject };
    return body;
  }
}

function formatDuration(seconds: number, language: Language): string {
  const [unit, count] = seconds < 120 ? ["second", seconds] : ["minute", Math.ceil(seconds / 60)];
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(Number(count));
}

/**
 * Creates the "not found" error. A row that is missing and a row of another person get the same error, so nobody can
 * find out which rows exist.
 */
export function createNotFoundError(): AppError {
  return new AppError("ERR.NOT_FOUND");
}
