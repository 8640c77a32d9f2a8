import { formatFieldErrors } from "@kakehashi/contract/kit/validation";
import { isLanguage } from "@kakehashi/contract/languages";
import { type FieldErrors, type FieldValues, type Resolver, set } from "react-hook-form";
import type { z } from "zod";

/**
 * Creates the function with which the form library validates the values of a form. The error messages are in
 * `language`.
 */
export function createFormResolver<V extends FieldValues, I, O extends FieldValues>(
  loadSchema: () => Promise<z.ZodType<O, I>>,
  language: string,
  toBody: ((values: V) => I) | undefined,
): Resolver<V, unknown, O> {
  return async (values) => {
    const schema = await loadSchema();
    const parseResult = schema.safeParse(toBody ? toBody(values) : values);
    if (parseResult.success) return { values: parseResult.data, errors: {} };
    const texts = formatFieldErrors(parseResult.error.issues, isLanguage(language) ? language : "en");
    const errors: FieldErrors<V> = {};
    for (const [field, message] of Object.entries(texts)) set(errors, field, { type: "schema", message });
    return { values: {}, errors };
  };
}
