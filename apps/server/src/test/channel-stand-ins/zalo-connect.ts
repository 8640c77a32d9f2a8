import { createHash, randomBytes } from "node:crypto";
import type { StandInClock } from "./clock.ts";
import { consentPageHtml } from "./consent-page.ts";
import type { PlatformResponse, ReceivedCall } from "./platform-server.ts";
import type { StandInPage } from "./stand-in.ts";
import { ZaloError, ZaloTokenError } from "./zalo-errors.ts";

// The part of the fake Zalo server with which an app connects pages: the permission dialog, codes and tokens.

interface ZaloApp {
  readonly appId: string;
  readonly appSecret: string;
}

interface AuthorizationCode {
  readonly pageId: string;
  readonly challenge: string;
  readonly endsAt: number;
  isUsed: boolean;
}

interface AccessToken {
  readonly pageId: string;
  endsAt: number;
}

interface RefreshToken {
  readonly pageId: string;
  readonly endsAt: number;
  isUsed: boolean;
  isRevoked: boolean;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const accessTokenSeconds = 90_000;

const randomToken = () => randomBytes(48).toString("base64url");

export class ZaloOAuthStandIn {
  /** How many requests were refused because their refresh token had been used before. */
  refusedRefreshCount = 0;
  acceptedRefreshCount = 0;
  readonly #app: ZaloApp;
  readonly #clock: StandInClock;
  readonly #pages: readonly StandInPage[];
  readonly #codes = new Map<string, AuthorizationCode>();
  readonly #accessTokens = new Map<string, AccessToken>();
  readonly #refreshTokens = new Map<string, RefreshToken>();

  constructor(app: ZaloApp, clock: StandInClock, pages: readonly StandInPage[]) {
    this.#app = app;
    this.#clock = clock;
    this.#pages = pages;
  }

  /**
   * `GET /v4/oa/permission`: shows the consent page, and then redirects the person back with a code for one
   * Official Account.
   */
  showConsentPage({ query, searchParams }: ReceivedCall): PlatformResponse {
    const { app_id, redirect_uri = "", code_challenge = "", state, decision } = query;
    if (app_id !== this.#app.appId) return { status: 400, html: "Invalid app id" };
    if (!URL.canParse(redirect_uri)) return { status: 400, html: "Invalid redirect uri" };
    if (!state) return { status: 400, html: "The state is missing" };
    // A code challenge is a SHA-256 hash (32 bytes) in base64url without padding, so it has 43 characters.
    if (!/^[\w-]{43}$/.test(code_challenge)) return { status: 400, html: "Invalid code challenge" };
    if (decision === undefined) {
      const pages = this.#pages;
      return {
        status: 200,
        html: consentPageHtml({ platform: "Zalo", query, pages, allowsOnlyOnePage: true }),
      };
    }
    const callbackUrl = new URL(redirect_uri);
    const pageId = searchParams.get("pages") ?? this.#pages[0]?.id;
    if (decision === "allow" && pageId !== undefined) {
      const code = randomToken();
      const endsAt = this.#clock.now() + 10 * minuteMs;
      this.#codes.set(code, { pageId, challenge: code_challenge, endsAt, isUsed: false });
      callbackUrl.searchParams.set("oa_id", pageId);
      callbackUrl.searchParams.set("code", code);
    } else {
      callbackUrl.searchParams.set("error", "-14002");
      callbackUrl.searchParams.set("error_description", "User denied permission");
    }
    callbackUrl.searchParams.set("state", state);
    return { location: callbackUrl.href };
  }

  /** `POST /v4/oa/access_token`: exchanges a code or a refresh token for new tokens. Throws ZaloTokenError. */
  exchangeForTokens({ headers, body }: ReceivedCall): PlatformResponse {
    if (!String(headers["content-type"]).startsWith("application/x-www-form-urlencoded"))
      throw new ZaloTokenError(-14001, "Content type must be a form");
    if (headers.secret_key !== this.#app.appSecret) throw new ZaloTokenError(-14004, "Invalid secret key");
    const form = new URLSearchParams(body);
    if (form.get("app_id") !== this.#app.appId) throw new ZaloTokenError(-14002, "Invalid app id");
    const pageId =
      form.get("grant_type") === "refresh_token"
        ? this.#redeemRefreshToken(form.get("refresh_token") ?? "")
        : this.#redeemCode(form);
    return { status: 200, json: { ...this.issueTokens(pageId), expires_in: String(accessTokenSeconds) } };
  }

  issueTokens(pageId: string) {
    const [access_token, refresh_token] = [randomToken(), randomToken()];
    const now = this.#clock.now();
    this.#accessTokens.set(access_token, { pageId, endsAt: now + accessTokenSeconds * 1000 });
    this.#refreshTokens.set(refresh_token, {
      pageId,
      endsAt: now + 90 * dayMs,
      isUsed: false,
      isRevoked: false,
    });
    return { access_token, refresh_token };
  }

  /** Returns the page whose access token is in the request header. Throws ZaloError if the token is not valid. */
  pageOf({ headers }: ReceivedCall): StandInPage {
    const token = this.#accessTokens.get(String(headers.access_token));
    const page = this.#pages.find(({ id }) => id === token?.pageId);
    if (!token || !page) throw new ZaloError(-216);
    if (token.endsAt <= this.#clock.now()) throw new ZaloError(-220);
    return page;
  }

  expireTokens(pageId: string): void {
    for (const token of this.#accessTokens.values())
      if (token.pageId === pageId) token.endsAt = this.#clock.now();
  }

  revokePermission(pageId: string): void {
    this.expireTokens(pageId);
    for (const token of this.#refreshTokens.values()) if (token.pageId === pageId) token.isRevoked = true;
  }

  #redeemCode(form: URLSearchParams): string {
    if (form.get("grant_type") !== "authorization_code")
      throw new ZaloTokenError(-14003, "Invalid grant type");
    const code = this.#codes.get(form.get("code") ?? "");
    if (!code || code.isUsed) throw new ZaloTokenError(-14005, "Invalid authorization code");
    if (code.endsAt <= this.#clock.now()) throw new ZaloTokenError(-14006, "Expired authorization code");
    const verifier = form.get("code_verifier") ?? "";
    const challenge = createHash("sha256").update(verifier).digest("base64url");
    if (challenge !== code.challenge) throw new ZaloTokenError(-14007, "Invalid code verifier");
    code.isUsed = true;
    return code.pageId;
  }

  #redeemRefreshToken(token: string): string {
    const foundToken = this.#refreshTokens.get(token);
    if (foundToken?.isUsed) this.refusedRefreshCount++;
    if (!foundToken || foundToken.isUsed || foundToken.isRevoked || foundToken.endsAt <= this.#clock.now())
      throw new ZaloTokenError(-14014, "Invalid refresh token");
    foundToken.isUsed = true;
    this.acceptedRefreshCount++;
    return foundToken.pageId;
  }
}
