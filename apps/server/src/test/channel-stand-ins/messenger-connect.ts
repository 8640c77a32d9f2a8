import { createHmac, randomBytes } from "node:crypto";
import type { StandInClock } from "./clock.ts";
import { consentPageHtml } from "./consent-page.ts";
import { GraphError } from "./messenger-errors.ts";
import type { PlatformResponse, ReceivedCall } from "./platform-server.ts";
import type { StandInPage } from "./stand-in.ts";

// The part of the fake Messenger server with which an app connects pages: Facebook's login dialog, codes and tokens.

interface MessengerApp {
  readonly appId: string;
  readonly appSecret: string;
}

interface AuthorizationCode {
  readonly redirectUri: string;
  readonly pageIds: readonly string[];
  readonly endsAt: number;
  isUsed: boolean;
}

/**
 * An access token. The app lists a person's pages with the `short` or `long` token of that person. It acts as one page
 * with the `page` token of that page.
 */
interface FacebookToken {
  readonly pageIds: readonly string[];
  readonly kind: "short" | "long" | "page";
  /** When the token expires, in milliseconds since 1970. Null: it does not expire. */
  endsAt: number | null;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const requiredScopes = ["pages_show_list", "pages_manage_metadata", "pages_messaging"];
/** Maximum number of Facebook Pages in one response to a request for a person's Pages. */
const maximumListLength = 25;

const randomToken = (prefix: string) => `${prefix}${randomBytes(24).toString("hex")}`;

export class MessengerOAuthStandIn {
  readonly #app: MessengerApp;
  readonly #clock: StandInClock;
  readonly #pages: readonly StandInPage[];
  readonly #codes = new Map<string, AuthorizationCode>();
  readonly #tokens = new Map<string, FacebookToken>();

  constructor(app: MessengerApp, clock: StandInClock, pages: readonly StandInPage[]) {
    this.#app = app;
    this.#clock = clock;
    this.#pages = pages;
  }

  /** `GET /dialog/oauth`: shows the consent page, and then redirects the person back with a code. */
  showConsentPage({ query, searchParams }: ReceivedCall): PlatformResponse {
    const { client_id, redirect_uri = "", state, scope = "", response_type = "code", decision } = query;
    const scopes = scope.split(",");
    const missingScopes = requiredScopes.filter((requiredScope) => !scopes.includes(requiredScope));
    if (client_id !== this.#app.appId) return { status: 400, html: "Invalid App ID" };
    if (!URL.canParse(redirect_uri)) return { status: 400, html: "URL blocked" };
    if (!state) return { status: 400, html: "The state is missing" };
    if (response_type !== "code") return { status: 400, html: "Unknown response_type" };
    if (missingScopes.length > 0) return { status: 400, html: `Missing scopes: ${missingScopes}` };
    if (decision === undefined) {
      const pages = this.#pages;
      return {
        status: 200,
        html: consentPageHtml({ platform: "Messenger", query, pages, allowsOnlyOnePage: false }),
      };
    }
    const callbackUrl = new URL(redirect_uri);
    if (decision === "allow") {
      const chosenPageIds = searchParams.getAll("pages");
      const pageIds = chosenPageIds.length > 0 ? chosenPageIds : this.#pages.map(({ id }) => id);
      const code = randomToken("AQ");
      const endsAt = this.#clock.now() + 10 * minuteMs;
      this.#codes.set(code, { redirectUri: redirect_uri, pageIds, endsAt, isUsed: false });
      callbackUrl.searchParams.set("code", code);
    } else {
      callbackUrl.searchParams.set("error", "access_denied");
      callbackUrl.searchParams.set("error_reason", "user_denied");
      callbackUrl.searchParams.set("error_description", "Permissions error");
    }
    callbackUrl.searchParams.set("state", state);
    return { location: callbackUrl.href };
  }

  /** `GET /oauth/access_token`: exchanges a code for a person's short token, or a short token for a long one. */
  exchangeForToken({ query }: ReceivedCall): PlatformResponse {
    if (query.client_id !== this.#app.appId || query.client_secret !== this.#app.appSecret)
      throw new GraphError(1, "Error validating client secret.");
    if (query.grant_type === "fb_exchange_token") {
      const token = this.#requireValidToken(query.fb_exchange_token ?? "");
      if (token.kind === "page") throw new GraphError(100, "A page's token cannot be exchanged.");
      return this.#issueUserToken("long", token.pageIds, 60 * dayMs);
    }
    const code = this.#codes.get(query.code ?? "");
    if (!code) throw new GraphError(100, "Invalid verification code format.");
    if (code.isUsed) throw new GraphError(100, "This authorization code has been used.", 36009);
    if (code.endsAt <= this.#clock.now())
      throw new GraphError(100, "This authorization code has expired.", 36007);
    if (code.redirectUri !== query.redirect_uri)
      throw new GraphError(100, "Error validating verification code: redirect_uri differs.", 36008);
    code.isUsed = true;
    return this.#issueUserToken("short", code.pageIds, hourMs);
  }

  /**
   * `GET /me/accounts`: lists the person's pages with their tokens. A long list is split into several responses
   * (parts).
   */
  listAccounts(receivedCall: ReceivedCall, origin: string): PlatformResponse {
    const userToken = this.requireToken(receivedCall);
    if (userToken.kind === "page") throw new GraphError(100, "Tried accessing nonexisting field (accounts).");
    if (receivedCall.query.fields !== "name,access_token") throw new GraphError(100, "Unexpected fields.");
    const limit = Math.min(Number(receivedCall.query.limit ?? maximumListLength), maximumListLength);
    const startIndex = receivedCall.query.after
      ? Number(Buffer.from(receivedCall.query.after, "base64url").toString())
      : 0;
    const allowedPages = this.#pages.filter(({ id }) => userToken.pageIds.includes(id));
    const listedPages = allowedPages.slice(startIndex, startIndex + limit);
    const nextCursor = Buffer.from(String(startIndex + limit)).toString("base64url");
    const nextUrl = `${origin}/me/accounts?access_token=${receivedCall.query.access_token}&after=${nextCursor}`;
    // A page token does not expire if the app got it with the person's `long` token.
    const endsAt = userToken.kind === "long" ? null : userToken.endsAt;
    return {
      status: 200,
      json: {
        data: listedPages.map(({ id, name }) => ({
          id,
          name,
          access_token: this.issuePageToken(id, endsAt),
        })),
        paging: {
          cursors: { before: "MA", after: nextCursor },
          ...(startIndex + limit < allowedPages.length && { next: nextUrl }),
        },
      },
    };
  }

  issuePageToken(pageId: string, endsAt: number | null = null): string {
    const token = randomToken("EAAG");
    this.#tokens.set(token, { kind: "page", pageIds: [pageId], endsAt });
    return token;
  }

  /**
   * Returns the access token of an API request. Throws GraphError if the token is unknown or has expired, or if
   * `appsecret_proof` is wrong. This proof shows that the request comes from the app itself.
   */
  requireToken({ query }: ReceivedCall): FacebookToken {
    const token = query.access_token ?? "";
    const expectedProof = createHmac("sha256", this.#app.appSecret).update(token).digest("hex");
    if (query.appsecret_proof !== undefined && query.appsecret_proof !== expectedProof)
      throw new GraphError(100, "Invalid appsecret_proof provided in the API argument");
    return this.#requireValidToken(token);
  }

  expireTokens(pageId: string): void {
    for (const token of this.#tokens.values())
      if (token.kind === "page" && token.pageIds.includes(pageId)) token.endsAt = this.#clock.now();
  }

  #requireValidToken(token: string): FacebookToken {
    const foundToken = this.#tokens.get(token);
    if (!foundToken) throw new GraphError(190, `Malformed access token ${token}`);
    if (foundToken.endsAt !== null && foundToken.endsAt <= this.#clock.now())
      throw new GraphError(190, "Error validating access token: Session has expired.", 463);
    return foundToken;
  }

  #issueUserToken(kind: "short" | "long", pageIds: readonly string[], lifetimeMs: number): PlatformResponse {
    const token = randomToken("EAAU");
    this.#tokens.set(token, { kind, pageIds, endsAt: this.#clock.now() + lifetimeMs });
    return {
      status: 200,
      json: { access_token: token, token_type: "bearer", expires_in: lifetimeMs / 1000 },
    };
  }
}
