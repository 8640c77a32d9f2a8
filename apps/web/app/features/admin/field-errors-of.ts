import { ApiError } from "../../kit/api-error.ts";

/** The errors of a failed call by field name. The empty name is for the whole form. */
export function fieldErrorsOf(
  error: unknown,
  textOf: (error: unknown) => string,
): Readonly<Record<string, string>> {
  return error instanceof ApiError && Object.keys(error.fields).length > 0
    ? error.fields
    : { "": textOf(error) };
}
