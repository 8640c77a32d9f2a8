import { ApiError } from "../../kit/api-error.ts";

/** What a failed call says about the fields of a form; under an empty name what concerns all of it. */
export function fieldErrorsOf(
  error: unknown,
  textOf: (error: unknown) => string,
): Readonly<Record<string, string>> {
  return error instanceof ApiError && Object.keys(error.fields).length > 0
    ? error.fields
    : { "": textOf(error) };
}
