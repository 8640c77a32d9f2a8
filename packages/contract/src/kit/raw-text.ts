import { z } from "zod";

/**
 * The schema of a request's text before it is cleaned. It allows `units` UTF-16 code units, far more than the cleaned
 * text may have. The error for a longer text names `limit`, the maximum characters of the cleaned text.
 */
export const createRawTextSchema = (units: number, limit: number) =>
  z
    .string()
    .refine((text) => text.length <= units, { error: "too_long", params: { limit }, abort: true })
    .meta({ maxLength: units });
