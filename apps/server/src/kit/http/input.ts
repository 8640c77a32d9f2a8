import type { Endpoint } from "@kakehashi/contract/kit/endpoint";
import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import { AppError, notFound } from "../errors.ts";

/**
 * Zod's option that adds the refused input to an issue. With the input, a missing field can be distinguished from a
 * field of a wrong type. `InputError` removes the input again.
 */
export const optionsReportingInput = { reportInput: true } as const;

/**
 * Removes from an issue what the caller wrote, because it may be a secret. Keeps only whether there was a
 * value. Nested issues of unions and records are removed too, because nothing reads them.
 */
function removeCallerInput(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  const { input, errors: _, issues: __, ...rest } = issue as z.core.$ZodIssue & Record<string, unknown>;
  const hasInput = input !== undefined && input !== null;
  return { ...rest, ...(hasInput && { input: true }) } as z.core.$ZodIssue;
}

/** The error for input that does not match its schema. The error handler names the wrong fields in the answer. */
export class InputError extends Error {
  readonly issues: readonly z.core.$ZodIssue[];
  constructor(issues: readonly z.core.$ZodIssue[]) {
    super("Invalid input");
    this.name = "InputError";
    this.issues = issues.map(removeCallerInput);
  }
}

/** Checks the parameters in a call's path. Throws "not found" if one is malformed. */
export function parseParams(endpoint: Endpoint, request: FastifyRequest): unknown {
  const params = endpoint.params?.safeParse(request.params);
  // A malformed id belongs to no row, so the status of the answer is 404.
  if (params && !params.success) throw notFound();
  return params?.data;
}

/**
 * Removes NUL characters from the texts of a query string. No stored text contains a NUL, and the database refuses
 * texts with a NUL. So a search for such a text finds nothing instead of failing.
 */
function removeNulCharacters(query: unknown): unknown {
  const entries = Object.entries(query as Record<string, unknown>);
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      typeof value === "string" ? value.replaceAll("\u0000", "\uFFFD") : value,
    ]),
  );
}

/** The options with which zod stops at the first problem. `abortEarly` is missing in zod's types. */
const optionsReportingFirstProblem = { ...optionsReportingInput, abortEarly: true } as const;

/**
 * Checks a value against a schema and reports all problems. Zod passes the problems of a list as arguments of one
 * function call. If these arguments do not fit on the stack, checks again and reports only the first problem.
 */
function checkInput<S extends z.ZodType>(schema: S, value: unknown): z.ZodSafeParseResult<z.output<S>> {
  try {
    return schema.safeParse(value, optionsReportingInput);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return schema.safeParse(value, optionsReportingFirstProblem);
  }
}

/**
 * Checks the query and the body of a call. Throws an `InputError` that names the wrong fields of both, or an `AppError`
 * if the body as a whole is wrong.
 */
export function parseInput(endpoint: Endpoint, rawQuery: unknown, rawBody: unknown) {
  const query = endpoint.query && checkInput(endpoint.query, removeNulCharacters(rawQuery));
  const body = endpoint.body && checkInput(endpoint.body, rawBody);
  // If the whole body has a wrong type, no single field is wrong. So the error names no field.
  if (body?.error?.issues.some(({ code, path }) => code === "invalid_type" && path.length === 0))
    throw new AppError("ERR.BODY");
  const issues = [...(query?.error?.issues ?? []), ...(body?.error?.issues ?? [])];
  if (issues.length > 0) throw new InputError(issues);
  return { query: query?.data, body: body?.data };
}
