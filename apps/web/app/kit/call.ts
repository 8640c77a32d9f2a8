import { type Answer, type Arguments, type Endpoint, fillPath } from "@kakehashi/contract/kit/endpoint";
import { ApiError, readError, retryAfterMs } from "./api-error.ts";
import type { Tokens } from "./token.ts";

export interface CallParts {
  fetch: typeof fetch;
  tokens: Tokens;
  /** Called when the session has ended, with the server's error code. */
  signedOut: (code: string) => void;
  /** Resolves after this many milliseconds. */
  wait: (milliseconds: number) => Promise<void>;
}

type CallRequest<E extends Endpoint> = Arguments<E> & { signal?: AbortSignal };
type Rest<E extends Endpoint> =
  Record<never, never> extends Arguments<E> ? [given?: CallRequest<E>] : [given: CallRequest<E>];

/** Calls an endpoint of the contract. Throws ApiError. An aborted call throws the signal's reason. */
export type Call = <E extends Endpoint>(endpoint: E, ...rest: Rest<E>) => Promise<Answer<E>>;

/** The error code of an expired access token. Renewing the token is enough. */
const expired = "ERR.TOK0102";
/** Statuses that may be different a moment later (docs/rules.md). Only GET requests are retried, once. */
const transient = new Set([408, 409, 425, 429, 500, 502, 503, 504]);
const retryDelay = 300;
const longestRetryDelay = 5_000;

interface Loose {
  params?: Readonly<Record<string, unknown>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
  signal?: AbortSignal;
}

export function createCall({ fetch, tokens, signedOut, wait }: CallParts): Call {
  async function renew(stale: string | null): Promise<string> {
    try {
      return await tokens.renew(stale);
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) signedOut(error.code);
      throw error;
    }
  }

  /** Sends one request. A GET works without a token, because the cookie authorises it. */
  function fetchOnce(endpoint: Endpoint, given: Loose, token: string | null): Promise<Response> {
    const headers = new Headers({ accept: "application/json" });
    if (token) headers.set("authorization", `Bearer ${token}`);
    const request: RequestInit = { method: endpoint.method, headers, credentials: "same-origin" };
    if (given.signal) request.signal = given.signal;
    if (given.body instanceof Blob) {
      headers.set("content-type", given.body.type);
      request.body = given.body;
    } else if (given.body !== undefined) {
      headers.set("content-type", "application/json");
      request.body = JSON.stringify(given.body);
    }
    return fetch(`/api${fillPath(endpoint.path, given.params)}${search(given.query)}`, request).catch(
      (error) => {
        given.signal?.throwIfAborted();
        throw new ApiError(0, "NETWORK", error instanceof Error ? error.message : "");
      },
    );
  }

  async function authorized(endpoint: Endpoint, given: Loose): Promise<Response> {
    if (endpoint.guard === "anyone") return fetchOnce(endpoint, given, null);
    await tokens.settled();
    let token = tokens.current();
    if (!token && endpoint.method !== "GET") token = await renew(null);
    const response = await fetchOnce(endpoint, given, token);
    if (response.status !== 401) return response;
    const error = await readError(response.clone());
    return error.code === expired ? fetchOnce(endpoint, given, await renew(token)) : response;
  }

  async function withRetry(endpoint: Endpoint, given: Loose): Promise<Response> {
    if (endpoint.method !== "GET") return withRateLimitRetry(endpoint, given);
    const first = await authorized(endpoint, given).catch((error) => {
      if (error instanceof ApiError && error.status === 0) return null;
      throw error;
    });
    if (first && !transient.has(first.status)) return first;
    const asked = first ? retryAfterMs(first) : 0;
    await wait(Math.min(Math.max(asked, retryDelay), longestRetryDelay));
    given.signal?.throwIfAborted();
    return authorized(endpoint, given);
  }

  /** A request refused by the rate limit had no effect, so it can be repeated. Once, and only after a short wait. */
  async function withRateLimitRetry(endpoint: Endpoint, given: Loose): Promise<Response> {
    const first = await authorized(endpoint, given);
    if (first.status !== 429) return first;
    const asked = retryAfterMs(first);
    if (asked > longestRetryDelay) return first;
    await wait(Math.max(asked, retryDelay));
    given.signal?.throwIfAborted();
    return authorized(endpoint, given);
  }

  async function call(endpoint: Endpoint, given: Loose = {}): Promise<unknown> {
    const response = await withRetry(endpoint, given);
    if (!response.ok) throw await readError(response);
    return response.json();
  }
  // The response is trusted to match the contract: the server validates what it sends.
  return call as Call;
}

function search(query: Readonly<Record<string, unknown>> | undefined): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  if (given.length === 0) return "";
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}
