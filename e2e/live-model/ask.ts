import { type Endpoint, fillPath } from "@kakehashi/contract/kit/endpoint";
import type { z } from "zod";

/**
 * Thrown if an API call gets no complete response, or a response that reports an outage. The server may or may not have
 * executed the call.
 */
export class OutageError extends Error {
  /**
   * Ignores an error that reports an outage, and rethrows any other error. For API calls that the device repeats when
   * it connects again.
   */
  static rethrowUnlessOutage(error: unknown): void {
    if (!(error instanceof OutageError)) throw error;
  }
}

type ResponseData<E extends Endpoint> = z.output<E["data"]>;
type ResponseMeta<E extends Endpoint> = E["meta"] extends z.ZodType ? z.output<E["meta"]> : undefined;

interface CallInput {
  params?: Record<string, string>;
  query?: Record<string, string | number>;
  body?: unknown;
}

export type CallEndpoint = <E extends Endpoint>(
  endpoint: E,
  given?: CallInput,
) => Promise<{ data: ResponseData<E>; meta: ResponseMeta<E> }>;

/**
 * Returns a function that calls the API at a server's URL with a token. Delays each response by `delayMs` milliseconds.
 */
export function createApiCaller(address: () => string, token?: string, delayMs = 0): CallEndpoint {
  return async (endpoint, { params, query, body } = {}) => {
    const search = new URLSearchParams(
      Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]),
    );
    const apiResponse = await fetch(`${address()}/api${fillPath(endpoint.path, params)}?${search}`, {
      method: endpoint.method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
      .then(async (response) => ({
        ok: response.ok,
        away: response.status === 503,
        text: await response.text(),
      }))
      .catch((error: unknown) => {
        throw new OutageError(String(error));
      });
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    if (apiResponse.away) throw new OutageError(apiResponse.text);
    if (!apiResponse.ok) throw new Error(`${endpoint.method} ${endpoint.path}: ${apiResponse.text}`);
    return JSON.parse(apiResponse.text);
  };
}
