import type { PlatformResponse } from "./platform-server.ts";

const messageByCode: Readonly<Record<number, string>> = {
  [-32]: "Your application reached limit call api",
  [-201]: "Params is invalid",
  [-210]: "Parameter exceeds the allowed limit",
  [-211]: "Out of quota",
  [-213]: "User has not followed the Official Account",
  [-216]: "Access token is invalid",
  [-218]: "Out of quota receive",
  [-220]: "Access token is expired or removed",
  [-230]: "User has not interacted with the OA in the past 7 days",
  [-232]: "User has not interacted with the OA, or the last interaction has expired",
};

/**
 * The error by which the stand-in (fake Zalo) refuses a request. As at Zalo, the HTTP status is 200 and the body
 * contains the error.
 */
export class ZaloError extends Error {
  readonly code: number;

  constructor(code: number, message?: string) {
    super(message ?? messageByCode[code] ?? "An error");
    this.code = code;
  }

  get response(): PlatformResponse {
    return { status: 200, json: { error: this.code, message: this.message } };
  }
}

/** An error of Zalo's token server. Its format differs from that of the API's errors. */
export class ZaloTokenError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }

  get response(): PlatformResponse {
    return {
      status: 200,
      json: {
        error_name: this.message,
        error_reason: this.message,
        ref_doc: "https://developers.zalo.me/docs/social-api",
        error_description: this.message,
        error: this.code,
      },
    };
  }
}
