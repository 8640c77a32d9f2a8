import type { z } from "zod";
import type { CallArguments, Endpoint } from "./endpoint.ts";
import type { ErrorBody } from "./errors.ts";

type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined;

/**
 * The result of an API call, for callers that handle errors themselves. `status` is the HTTP status of the response.
 */
export type ApiCallOutcome<E extends Endpoint> =
  | { readonly ok: true; readonly data: OutputOf<E["data"]>; readonly meta: OutputOf<E["meta"]> }
  | { readonly ok: false; readonly status: number; readonly error: ErrorBody["error"] };

/** Runs API endpoints inside the server process, as the visitor who requested the page. */
export type EndpointCaller = <const E extends Endpoint>(
  endpoint: E,
  given: CallArguments<E>,
) => Promise<ApiCallOutcome<E>>;
