import type { ErrorBody } from "@kakehashi/contract/kit/errors";

/** A call that did not succeed. `status` 0 with code `NETWORK`: the server was not reached. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** Field path → why it was refused, in the reader's language. */
  readonly fields: Readonly<Record<string, string>>;

  constructor(status: number, code: string, message: string, fields: Record<string, string> = {}) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.fields = fields;
  }
}

/** The server was not reached, or could not answer for the moment: what was asked was not refused. */
export function isOutage(error: unknown): boolean {
  return error instanceof ApiError && [0, 429, 502, 503, 504].includes(error.status);
}

/** Milliseconds before a server is asked again that could not answer. */
export const outagePause = 3_000;

/** Reads the error out of an answer that is not 2xx; whatever stands between us and the server may have written it. */
export async function readError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  if (!isErrorBody(body)) return new ApiError(response.status, `HTTP.${response.status}`, "");
  const { code, message, fields } = body.error;
  return new ApiError(response.status, code, message, fields);
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
