import { fieldTexts } from "@kakehashi/contract/kit/validation";
import { isLanguage } from "@kakehashi/contract/languages";
import type { FieldErrors, FieldValues, Path, Resolver, UseFormSetError } from "react-hook-form";
import type { z } from "zod";
import { ApiError } from "./api-error.ts";

/**
 * Validates a form with a schema of the contract, with the server's error messages. `load` may import the schema later,
 * so that the page shows first.
 */
export function checkedBy<V extends FieldValues, O extends FieldValues>(
  load: () => Promise<z.ZodType<O, V>>,
  language: string,
): Resolver<V, unknown, O> {
  return async (values) => {
    const schema = await load();
    const parsed = schema.safeParse(values);
    if (parsed.success) return { values: parsed.data, errors: {} };
    const texts = fieldTexts(parsed.error.issues, isLanguage(language) ? language : "en");
    const errors = Object.fromEntries(
      Object.entries(texts).map(([field, message]) => [field, { type: "schema", message }]),
    );
    return { values: {}, errors: errors as FieldErrors<V> };
  };
}

/**
 * Shows the server's errors at their fields, or at the form (`root`) if they name none. `textOf` gives the text for the
 * latter.
 */
export function showRefusal<V extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<V>,
  textOf: (error: unknown) => string,
): void {
  const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
  for (const [field, message] of fields) setError(field as Path<V>, { type: "server", message });
  if (fields.length === 0) setError("root", { type: "server", message: textOf(error) });
}
