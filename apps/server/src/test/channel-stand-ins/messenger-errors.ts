import type { PlatformResponse } from "./platform-server.ts";

const messageByCode: Readonly<Record<number, string>> = {
  1: "An unknown error occurred",
  2: "Service temporarily unavailable",
  4: "Application request limit reached",
  10: "This message is sent outside of allowed window.",
  32: "Page request limit reached",
  100: "Invalid parameter",
  190: "Error validating access token: The session has been invalidated.",
  551: "This person isn't available right now.",
  613: "Calls to this api have exceeded the rate limit.",
  80006: "There have been too many calls to this Messenger account.",
};

/** The error by which the stand-in (fake Messenger) refuses a request, in the format of the Graph API. */
export class GraphError extends Error {
  readonly code: number;
  readonly subcode: number | undefined;

  constructor(code: number, message?: string, subcode?: number) {
    super(`(#${code}) ${message ?? messageByCode[code] ?? "An error"}`);
    this.code = code;
    this.subcode = subcode;
  }

  get response(): PlatformResponse {
    const isTransient = [1, 2, 4, 32, 613, 80006].includes(this.code);
    return {
      status: this.code <= 2 ? 500 : 400,
      json: {
        error: {
          message: this.message,
          type: "OAuthException",
          code: this.code,
          ...(this.subcode !== undefined && { error_subcode: this.subcode }),
          ...(isTransient && { is_transient: true }),
          fbtrace_id: "AbCdEfGhIjKlMnOpQrStUvW",
        },
      },
    };
  }
}
