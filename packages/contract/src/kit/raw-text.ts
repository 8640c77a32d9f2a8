import { z } from "zod";

/**
 * The schema of a request's text before it is cleaned. It allows `maximumCodeUnits` UTF-16 code units, far more than
 * the cleaned text may have. The error for a longer text names `maximumCharactersInError`, the maximum of the cleaned text.
 */
export const createRawTextSchema = (maximumCodeUnits: number, maximumCharactersInError: number) =>
  z
    .string()
    .refine((text) => text.length <= maximumCodeUnits, {
      error: "too_long",
      params: { limit: maximumCharactersInError },
      abort: true,
    })
    .meta({ maxLength: maximumCodeUnits });
