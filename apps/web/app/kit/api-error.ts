import type { CurrentText, ErrorBody } from "@kakehashi/contract/kit/errors";

/** A call that did not succeed. `status` 0 with code `NETWORK`: the server was not reached. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** Field path → why it was refused, in the reader's language. */
  readonly fields: Readonly<Record<string, string>>;
  /** Milliseconds after which the server wants to be asked again; 0 where it did not say. */
  readonly retryAfterMs: number;
  /** What the server has, where an edit began from an older text. */
  readonly current: CurrentText | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    fields: Record<string, string> = {},
    retryAfterMs = 0,
    current?: CurrentText,
  ) {
    super(message);
    this.retryAfterMs = retryAfterMs;
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.current = current;
  }
}

/** The server was not reached, or could not answer for the moment: what was asked was not refused. */
export function isOutage(error: unknown): boolean {
  return error instanceof ApiError && [0, 429, 502, 503, 504].includes(error.status);
}

/** Milliseconds before a server is asked again that could not answer and did not say when. */
export const outagePauseMs = 3_000;
/** The longest time that a server may ask for: limits are counted by the minute. */
const longestPauseMs = 60_000;

/** Milliseconds to wait before the same is tried again. */
export function pauseMs(error: unknown): number {
  const asked = error instanceof ApiError ? error.retryAfterMs : 0;
  return Math.min(Math.max(asked, outagePauseMs), longestPauseMs);
}

/** What `Retry-After` asks for, in milliseconds; 0 for none. Servers of ours say it in seconds. */
export function retryAfterMs(response: Response): number {
  const seconds = Number(response.headers.get("retry-after") ?? 0);
  return seconds > 0 ? seconds * 1000 : 0;
}

/** Reads the error out of an answer that is not 2xx; whatever stands between us and the server may have written it. */
export async function readError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  if (!isErrorBody(body))
    return new ApiError(response.status, `HTTP.${response.status}`, "", {}, retryAfterMs(response));
  const { code, message, fields, current } = body.error;
  return new ApiError(response.status, code, message, fields, retryAfterMs(response), current);
}

/** By hand, because every page reads errors and few need a library that checks shapes. */
function isErrorBody(body: unknown): body is ErrorBody {
  const error = partOf(body, "error");
  const fields = partOf(error, "fields");
  return (
    typeof partOf(error, "code") === "string" &&
    typeof partOf(error, "message") === "string" &&
    (fields === undefined ||
      (typeof fields === "object" &&
        fields !== null &&
        Object.values(fields).every((text) => typeof text === "string")))
  );
}

function partOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
