import type { CurrentText, ErrorBody } from "@kakehashi/contract/kit/errors";

/** A failed API call. Status 0 with the code `NETWORK` means that the server was unreachable. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** The error text of each refused field, in the reader's language. */
  readonly fields: Readonly<Record<string, string>>;
  /** How many milliseconds to wait before a retry, from the server's `Retry-After` header. 0 if it is missing. */
  readonly retryAfterMs: number;
  /** The present text on the server. Set if an edit was refused because it was based on an older text. */
  readonly currentText: CurrentText | undefined;
  /**
   * The present state of the edited object on the server. Set if the edit was refused because it was based on an older
   * state.
   */
  readonly currentObject: object | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    fields: Record<string, string> = {},
    retryAfterMs = 0,
    current?: CurrentText,
    entry?: object,
  ) {
    super(message);
    this.retryAfterMs = retryAfterMs;
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.currentText = current;
    this.currentObject = entry;
  }
}

/** Whether the request has failed temporarily: the server was unreachable or could not respond at present. */
export function isTemporaryError(error: unknown): boolean {
  return error instanceof ApiError && [0, 429, 502, 503, 504].includes(error.status);
}

/**
 * The shortest wait before a retry, in milliseconds, even if the `Retry-After` header asks for a shorter one or is
 * missing.
 */
export const minimumRetryWaitMs = 3_000;
/**
 * The longest wait in milliseconds that this page accepts. The server never needs more, because its rate limits are per
 * minute.
 */
const maximumPauseMs = 60_000;

/** Returns after how many milliseconds to retry. */
export function computeRetryWaitMs(error: unknown): number {
  const requestedPauseMs = error instanceof ApiError ? error.retryAfterMs : 0;
  return Math.min(Math.max(requestedPauseMs, minimumRetryWaitMs), maximumPauseMs);
}

/** Returns the `Retry-After` header in milliseconds, or 0 if it is missing. Our servers send seconds. */
export function retryAfterMsOf(response: Response): number {
  const seconds = Number(response.headers.get("retry-after") ?? 0);
  return seconds > 0 ? seconds * 1000 : 0;
}

/** Parses the body of an error response. A proxy may have written it, so it can have any format. */
export async function parseErrorResponse(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  if (!isErrorBody(body))
    return new ApiError(response.status, `HTTP.${response.status}`, "", {}, retryAfterMsOf(response));
  const { code, message, fields, current, entry } = body.error;
  return new ApiError(response.status, code, message, fields, retryAfterMsOf(response), current, entry);
}

/** Check the body by hand, because every page parses errors and a schema library would make each page larger. */
function isErrorBody(body: unknown): body is ErrorBody {
  const error = readProperty(body, "error");
  const fields = readProperty(error, "fields");
  return (
    typeof readProperty(error, "code") === "string" &&
    typeof readProperty(error, "message") === "string" &&
    (fields === undefined ||
      (typeof fields === "object" &&
        fields !== null &&
        Object.values(fields).every((text) => typeof text === "string")))
  );
}

function readProperty(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
