import { type AnswerOf, type CallArguments, type Endpoint, fillPath } from "@kakehashi/contract/kit/endpoint";
import { ApiError, parseErrorResponse, retryAfterMsOf } from "./api-error.ts";
import type { AccessTokenStore } from "./token.ts";

export interface CallEnvironment {
  fetch: typeof fetch;
  tokens: AccessTokenStore;
  /**
   * Called when the session has ended, with the server's error code. If the person signs in again on the same page,
   * this resolves with the new token. If it resolves with null, the API call fails.
   */
  onSignedOut: (code: string) => Promise<string | null>;
  /** Called if the server refuses the body as malformed. */
  onMalformedRequest: () => void;
  /** Returns a promise that resolves after this many milliseconds. */
  wait: (milliseconds: number) => Promise<void>;
}

type CallRequest<E extends Endpoint> = CallArguments<E> & { signal?: AbortSignal };
type RequestArguments<E extends Endpoint> =
  Record<never, never> extends CallArguments<E> ? [given?: CallRequest<E>] : [given: CallRequest<E>];

/**
 * Sends an API request to an endpoint of the contract. Throws an `ApiError` if it fails. If it is aborted, throws the
 * signal's reason.
 */
export type CallFunction = <E extends Endpoint>(
  endpoint: E,
  ...rest: RequestArguments<E>
) => Promise<AnswerOf<E>>;

/** The error code of an expired access token. The request is then repeated with a renewed token. */
const tokenExpiredCode = "ERR.TOK0102";
/**
 * HTTP statuses of temporary failures (docs/rules.md), after which a GET request is repeated once. Other requests are
 * repeated only after 429, once.
 */
const transientStatuses = new Set([408, 409, 425, 429, 500, 502, 503, 504]);
/** The HTTP statuses with which the server refuses a malformed body. */
const malformedBodyStatuses = new Set([400, 422]);
const retryDelayMs = 300;
const maximumRetryDelayMs = 5_000;

interface AnyRequest {
  params?: Readonly<Record<string, unknown>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
  signal?: AbortSignal;
}

export function createCall({
  fetch,
  tokens,
  onSignedOut,
  onMalformedRequest,
  wait,
}: CallEnvironment): CallFunction {
  async function renewToken(staleToken: string | null): Promise<string> {
    try {
      return await tokens.renew(staleToken);
    } catch (error) {
      const isSessionOver = error instanceof ApiError && error.status === 401;
      const token = isSessionOver ? await onSignedOut(error.code) : null;
      if (token) return token;
      throw error;
    }
  }

  /** Sends one request. A GET request may lack a token, because the session's cookie authorises it. */
  function fetchOnce(endpoint: Endpoint, options: AnyRequest, token: string | null): Promise<Response> {
    const headers = new Headers({ accept: "application/json" });
    if (token) headers.set("authorization", `Bearer ${token}`);
    const request: RequestInit = { method: endpoint.method, headers, credentials: "same-origin" };
    if (options.signal) request.signal = options.signal;
    if (options.body instanceof Blob) {
      headers.set("content-type", options.body.type);
      request.body = options.body;
    } else if (options.body !== undefined) {
      headers.set("content-type", "application/json");
      request.body = JSON.stringify(options.body);
    }
    return fetch(
      `/api${fillPath(endpoint.path, options.params)}${buildQueryString(options.query)}`,
      request,
    ).catch((error) => {
      options.signal?.throwIfAborted();
      throw new ApiError(0, "NETWORK", error instanceof Error ? error.message : "");
    });
  }

  async function fetchAuthorized(endpoint: Endpoint, options: AnyRequest): Promise<Response> {
    if (endpoint.guard === "anyone") return fetchOnce(endpoint, options, null);
    await tokens.waitForRenewal();
    let token = tokens.current();
    if (!token && endpoint.method !== "GET") token = await renewToken(null);
    const response = await fetchOnce(endpoint, options, token);
    if (response.status !== 401) return response;
    const error = await parseErrorResponse(response.clone());
    return error.code === tokenExpiredCode ? fetchOnce(endpoint, options, await renewToken(token)) : response;
  }

  async function fetchWithRetry(endpoint: Endpoint, options: AnyRequest): Promise<Response> {
    if (endpoint.method !== "GET") return fetchWithRateLimitRetry(endpoint, options);
    const firstResponse = await fetchAuthorized(endpoint, options).catch((error) => {
      if (error instanceof ApiError && error.status === 0) return null;
      throw error;
    });
    if (firstResponse && !transientStatuses.has(firstResponse.status)) return firstResponse;
    const requestedWaitMs = firstResponse ? retryAfterMsOf(firstResponse) : 0;
    await wait(Math.min(Math.max(requestedWaitMs, retryDelayMs), maximumRetryDelayMs));
    options.signal?.throwIfAborted();
    return fetchAuthorized(endpoint, options);
  }

  /**
   * Sends a request. If the rate limit refuses it and the wait is short, repeats it once. This is safe, because a
   * refused request has no effect.
   */
  async function fetchWithRateLimitRetry(endpoint: Endpoint, options: AnyRequest): Promise<Response> {
    const firstResponse = await fetchAuthorized(endpoint, options);
    if (firstResponse.status !== 429) return firstResponse;
    const requestedWaitMs = retryAfterMsOf(firstResponse);
    if (requestedWaitMs > maximumRetryDelayMs) return firstResponse;
    await wait(Math.max(requestedWaitMs, retryDelayMs));
    options.signal?.throwIfAborted();
    return fetchAuthorized(endpoint, options);
  }

  async function callEndpoint(endpoint: Endpoint, options: AnyRequest = {}): Promise<unknown> {
    const response = await fetchWithRetry(endpoint, options);
    if (malformedBodyStatuses.has(response.status)) onMalformedRequest();
    if (!response.ok) throw await parseErrorResponse(response);
    return response.json();
  }
  // The response needs no validation, because the server validates what it sends.
  return callEndpoint as CallFunction;
}

function buildQueryString(query: Readonly<Record<string, unknown>> | undefined): string {
  const parameters = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  if (parameters.length === 0) return "";
  return `?${new URLSearchParams(parameters.map(([name, value]) => [name, String(value)]))}`;
}
