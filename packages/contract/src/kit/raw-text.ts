import { z } from "zod";

/**
 * Text of a request before it is cleaned: at most `units` UTF-16 code units, far more than the cleaned text may have. A
 * longer text is refused; the error names `limit`, the maximum characters of the cleaned text.
 */
export const rawTextSchema = (units: number, limit: number) =>
  z
    .string()
    .refine((text) => text.length <= units, { error: "too_long", params: { limit }, abort: true })
    .meta({ maxLength: units });
