import { maximumChannelProblemDetailLength } from "@kakehashi/contract/channel-states";
import { toStorableText } from "@kakehashi/contract/storable";

// Makes one HTTP request to a platform. The response may contain anything, so the caller must check each value.

const maximumAnswerBytes = 1_000_000;
export const defaultTimeoutMs = 10_000;

export interface PlatformRequest {
  readonly method: "GET" | "POST" | "DELETE";
  /** The URL of the request. It may contain a token, so it is never shown or logged. */
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body of the request. A string is sent as JSON, parameters are sent as a form. */
  readonly body?: string | URLSearchParams;
  readonly timeoutMs: number;
}

export interface PlatformAnswer {
  readonly status: number;
  /** The parsed body of the response. Undefined if the body is not JSON. */
  readonly body: unknown;
}

/**
 * The error that a platform did not respond. `mayHaveArrived` says that the platform may have handled the request
 * nevertheless.
 */
export class NoAnswerError extends Error {
  readonly mayHaveArrived: boolean;
  constructor(message: string, mayHaveArrived: boolean) {
    super(message);
    this.mayHaveArrived = mayHaveArrived;
  }
}

/** Error codes of failures that happen before a request is sent. */
const unsentRequestErrorCodes = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ENETUNREACH",
  "EHOSTUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

function findCauseCode(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && "code" in cause ? String(cause.code) : "";
}

async function readLimitedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > maximumAnswerBytes) throw new NoAnswerError("The answer is larger than 1 MB.", true);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Makes an HTTP request to a platform. Throws only NoAnswerError. Follows no redirects, because they would send the
 * token to another server. Passes on no errors of `fetch`, because they may contain the URL with the token.
 */
export async function callPlatform(request: PlatformRequest): Promise<PlatformAnswer> {
  const timeLimit = AbortSignal.timeout(request.timeoutMs);
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers: {
        accept: "application/json",
        ...(typeof request.body === "string" && { "content-type": "application/json" }),
        ...request.headers,
      },
      ...(request.body !== undefined && { body: request.body }),
      redirect: "manual",
      signal: timeLimit,
    });
    return { status: response.status, body: parseJson(await readLimitedText(response)) };
  } catch (error) {
    if (error instanceof NoAnswerError) throw error;
    if (timeLimit.aborted)
      throw new NoAnswerError(`No answer came within ${request.timeoutMs / 1000} s.`, true);
    const code = findCauseCode(error);
    throw new NoAnswerError(
      `It cannot be reached${code ? ` (${code})` : ""}.`,
      request.method !== "GET" && !unsentRequestErrorCodes.has(code),
    );
  }
}

/** Prepares a platform's error message for storing and showing: on one line, and without the secrets that we sent. */
export function cleanErrorDetail(rawDetail: string, secrets: readonly (string | null)[]): string {
  let detail = rawDetail;
  for (const secret of secrets) if (secret) detail = detail.replaceAll(secret, "…");
  return toStorableText(detail.slice(0, 4 * maximumChannelProblemDetailLength))
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, maximumChannelProblemDetailLength)
    .toWellFormed();
}

/** Builds a URL from the base URL, a path below it and a query. */
export function buildUrl(baseUrl: string, path: string, query: Readonly<Record<string, string>> = {}): URL {
  const address = new URL(`${baseUrl}${path}`);
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  return address;
}
