import type { Endpoint } from "@kakehashi/contract/kit/endpoint";
import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import { AppError, createNotFoundError } from "../errors.ts";

/**
 * Zod's option that adds the refused value to the description of a problem (an issue). The value shows whether a field
 * is missing or has a wrong type. `InputError` removes the value again.
 */
export const zodReportInputOptions = { reportInput: true } as const;

/**
 * Removes the value that the client sent from a problem that zod reports (an issue), because it may be a secret. Keeps
 * only whether there was a value. Also removes nested issues of unions and records, because nothing reads them.
 */
function removeCallerInput(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  const {
    input,
    errors: _,
    issues: __,
    ...otherFields
  } = issue as z.core.$ZodIssue & Record<string, unknown>;
  const hasInput = input !== undefined && input !== null;
  return { ...otherFields, ...(hasInput && { input: true }) } as z.core.$ZodIssue;
}

/** The error for input that does not match its schema. The error handler lists the wrong fields in the response. */
export class InputError extends Error {
  readonly issues: readonly z.core.$ZodIssue[];
  constructor(issues: readonly z.core.$ZodIssue[]) {
    super("Invalid input");
    this.name = "InputError";
    this.issues = issues.map(removeCallerInput);
  }
}

/** Checks the path parameters of a request. Throws "not found" if one is malformed. */
export function parseParams(endpoint: Endpoint, request: FastifyRequest): unknown {
  const params = endpoint.params?.safeParse(request.params);
  // No row has a malformed id, so the response is 404.
  if (params && !params.success) throw createNotFoundError();
  return params?.data;
}

/**
 * Replaces NUL characters in the values of a query string by U+FFFD. The database cannot store a NUL and would fail. A
 * search for U+FFFD simply finds nothing.
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

/** Options that make zod stop at the first problem. `abortEarly` works, although zod's types do not declare it. */
const optionsReportingFirstProblem = { ...zodReportInputOptions, abortEarly: true } as const;

/**
 * Checks a value against a schema and reports all problems. Zod passes all problems of a list to one function call,
 * each as an argument. If there are too many arguments for the stack, the value is checked again, and only the first
 * problem is reported.
 */
function checkInput<S extends z.ZodType>(schema: S, value: unknown): z.ZodSafeParseResult<z.output<S>> {
  try {
    return schema.safeParse(value, zodReportInputOptions);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return schema.safeParse(value, optionsReportingFirstProblem);
  }
}

/**
 * Checks the query and the body of a request. Throws an `InputError` that names the wrong fields of both, or an
 * `AppError` if the body as a whole is wrong.
 */
export function parseInput(endpoint: Endpoint, rawQuery: unknown, rawBody: unknown) {
  const query = endpoint.query && checkInput(endpoint.query, removeNulCharacters(rawQuery));
  const body = endpoint.body && checkInput(endpoint.body, rawBody);
  // The whole body has a wrong type, so the error names no field.
  if (body?.error?.issues.some(({ code, path }) => code === "invalid_type" && path.length === 0))
    throw new AppError("ERR.BODY");
  const issues = [...(query?.error?.issues ?? []), ...(body?.error?.issues ?? [])];
  if (issues.length > 0) throw new InputError(issues);
  return { query: query?.data, body: body?.data };
}
