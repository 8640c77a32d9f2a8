import { fieldTexts } from "@kakehashi/contract/kit/validation";
import { isLanguage } from "@kakehashi/contract/languages";
import type { FieldErrors, FieldValues, Path, Resolver, UseFormSetError } from "react-hook-form";
import type { z } from "zod";
import { ApiError } from "./api-error.ts";

/**
 * Checks a form by the contract's schema; what is wrong is said as the server would say it. Where `load` is an import
 * of `@kakehashi/contract/schemas/…`, the page is there before what checks it.
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

/** Shows a refusal at the fields it names, else at the form (`root`). `textOf` words what names none. */
export function showRefusal<V extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<V>,
  textOf: (error: unknown) => string,
): void {
  const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
  for (const [field, message] of fields) setError(field as Path<V>, { type: "server", message });
  if (fields.length === 0) setError("root", { type: "server", message: textOf(error) });
}
