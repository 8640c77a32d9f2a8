import type { z } from "zod";
import type { Language } from "../languages.ts";
import { type ValidationKey, validationTexts } from "./validation-texts.ts";

/** Why a field of a request is rejected: the name of a message, and the values to insert into it. */
export type FieldRefusalReason =
  | ValidationKey
  | { readonly key: ValidationKey; readonly n: number; readonly name?: string };

/** Returns the message for a rejected field in `language`. */
export function formatRefusalText(refusal: FieldRefusalReason, language: Language): string {
  const {
    key,
    n,
    name = "",
  }:
    | Exclude<FieldRefusalReason, string>
    | { key: ValidationKey; n?: never; name?: never } = typeof refusal === "string"
    ? { key: refusal }
    : refusal;
  return insertLimit(validationTexts[key][language], language, n).replace("{name}", () => name);
}

function insertLimit(text: string, language: Language, limit: number | undefined): string {
  return text.replace("{n}", limit === undefined ? "" : new Intl.NumberFormat(language).format(limit));
}

function isValidationKey(value: string): value is ValidationKey {
  return Object.hasOwn(validationTexts, value);
}

type ValidationIssue = z.core.$ZodIssue;

function findValidationKey(issue: ValidationIssue): { key: ValidationKey; limit?: number } {
  if (isValidationKey(issue.message)) {
    const limit =
      issue.code === "custom" ? issue.params?.limit : "maximum" in issue ? issue.maximum : undefined;
    return limit === undefined ? { key: issue.message } : { key: issue.message, limit: Number(limit) };
  }
  switch (issue.code) {
    case "invalid_type":
      return { key: issue.input === undefined || issue.input === null ? "required" : "type" };
    case "too_small": {
      const limit = Number(issue.minimum);
      if (issue.origin === "string") return { key: limit <= 1 ? "required" : "too_short", limit };
      return { key: issue.origin === "array" ? "too_few" : "too_small", limit };
    }
    case "too_big": {
      const limit = Number(issue.maximum);
      if (issue.origin === "string") return { key: "too_long", limit };
      return { key: issue.origin === "array" ? "too_many" : "too_big", limit };
    }
    case "unrecognized_keys":
      return { key: "unknown" };
    case "invalid_value":
      return { key: "choice" };
    case "invalid_format":
      return { key: issue.format === "email" ? "email" : "invalid" };
    default:
      return { key: "invalid" };
  }
}

/** Returns the message for a zod issue in `language`, never zod's own English text. */
export function formatIssueText(issue: ValidationIssue, language: Language): string {
  const { key, limit } = findValidationKey(issue);
  return insertLimit(validationTexts[key][language], language, limit);
}

/** Maximum rejected fields in an error response. The limit prevents a response that is longer than the request body. */
const maximumNamedFields = 100;
/** Maximum characters of a field name in an error. Longer names, which a client can invent, are cut. */
const maximumFieldNameLength = 200;

function formatFieldName(path: readonly PropertyKey[]): string {
  const fieldName = path.join(".");
  return fieldName.length > maximumFieldNameLength
    ? `${fieldName.slice(0, maximumFieldNameLength)}…`
    : fieldName;
}

/**
 * Maps the path (`a.b.0`) of each rejected field to the message of its first issue. Limits the number of fields. An
 * issue with the whole object has the path `""`.
 */
export function formatFieldErrors(
  issues: readonly ValidationIssue[],
  language: Language,
): Record<string, string> {
  // Uses a Map, because a field may be called `toString`, which every plain object already has.
  const fields = new Map<string, string>();
  for (const issue of issues) {
    const text = formatIssueText(issue, language);
    const paths =
      issue.code === "unrecognized_keys" ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
    for (const path of paths) {
      if (fields.size >= maximumNamedFields) return Object.fromEntries(fields);
      const fieldName = formatFieldName(path);
      if (!fields.has(fieldName)) fields.set(fieldName, text);
    }
  }
  return Object.fromEntries(fields);
}
