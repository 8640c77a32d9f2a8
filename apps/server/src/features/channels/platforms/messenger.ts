import { createHmac, timingSafeEqual } from "node:crypto";
import { readOauthCode } from "./connect-query.ts";
import { createRefusedSendResult, requestJson as requestGraph, requestMessageSend } from "./faults.ts";
import {
  toExternalIdOrEmpty,
  toHttpAddress,
  toListOrEmpty,
  toObjectOrEmpty,
  toTextOrEmpty,
} from "./json-parts.ts";
import { findMessengerFault } from "./messenger-errors.ts";
import { readMessengerEvents } from "./messenger-events.ts";
import { renderForMessenger } from "./messenger-render.ts";
import { type ChannelPlatform, type ConnectablePage, PlatformError } from "./platform.ts";
import { buildUrl, defaultTimeoutMs, type PlatformRequest } from "./platform-call.ts";
import { findSingleHeaderValue, isExpectedHexDigest } from "./signature.ts";

export interface MessengerOptions {
  readonly appId: string;
  readonly appSecret: string;
  /** The secret that Messenger sends when it checks our webhook. The Meta app is configured with the same secret. */
  readonly verifyToken: string;
  /** The base URL of the Graph API with its version, without a trailing slash. */
  readonly url: string;
  /** The URL of Facebook's login dialog, where people allow us to act for their pages. */
  readonly dialogUrl: string;
  /** Maximum milliseconds that one API call may take. */
  readonly timeoutMs?: number;
}

const hourMs = 60 * 60 * 1000;
const oauthScopes = ["pages_show_list", "pages_manage_metadata", "pages_messaging"];
const subscribedFields = [
  "messages",
  "messaging_postbacks",
  "message_deliveries",
  "message_reads",
  "message_echoes",
];
/** Maximum number of responses that are read for the list of a person's pages. Each response has up to 100 pages. */
const maximumPageListResponses = 20;

export function createMessenger(options: MessengerOptions): ChannelPlatform {
  const { appId, appSecret, url, timeoutMs = defaultTimeoutMs } = options;
  const createAppHmac = (text: string | Buffer) => createHmac("sha256", appSecret).update(text);

  /**
   * Builds a call of the Graph API with a token. The `appsecret_proof` shows that we are the app that owns the token.
   */
  const request = (
    method: PlatformRequest["method"],
    path: string,
    token: string,
    { query = {}, body }: { query?: Record<string, string>; body?: unknown } = {},
  ): PlatformRequest => ({
    method,
    url: buildUrl(url, path, {
      ...query,
      access_token: token,
      appsecret_proof: createAppHmac(token).digest("hex"),
    }),
    timeoutMs,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const callGraph = (...requestArguments: Parameters<typeof request>) =>
    requestGraph(request(...requestArguments), findMessengerFault, [requestArguments[2], appSecret]);

  async function requestAccessToken(query: Record<string, string>, secret: string): Promise<string> {
    const address = buildUrl(url, "/oauth/access_token", {
      client_id: appId,
      client_secret: appSecret,
      ...query,
    });
    const tokenResponse = await requestGraph({ method: "GET", url: address, timeoutMs }, findMessengerFault, [
      secret,
      appSecret,
    ]);
    const token = toTextOrEmpty(toObjectOrEmpty(tokenResponse).access_token);
    if (token === "") throw new PlatformError("REFUSED", "It gave no token.");
    return token;
  }

  async function listPages(userToken: string): Promise<ConnectablePage[]> {
    const pages: ConnectablePage[] = [];
    let afterCursor = "";
    for (let count = 0; count < maximumPageListResponses; count++) {
      const query = { fields: "name,access_token", limit: "100", ...(afterCursor && { after: afterCursor }) };
      const pageListResponse = toObjectOrEmpty(await callGraph("GET", "/me/accounts", userToken, { query }));
      for (const item of toListOrEmpty(pageListResponse.data)) {
        const page = toObjectOrEmpty(item);
        const externalId = toExternalIdOrEmpty(page.id);
        const accessToken = toTextOrEmpty(page.access_token);
        // A page without a token is left out: the person may see the page but may not act for it.
        if (externalId === "" || accessToken === "") continue;
        const name = toTextOrEmpty(page.name) || externalId;
        // These access tokens of pages do not expire, because they were requested with a person's long-lived token.
        pages.push({ externalId, name, tokens: { accessToken, refreshToken: null, expiresAt: null } });
      }
      const paging = toObjectOrEmpty(pageListResponse.paging);
      // The response contains the URL of the next part of the list. This URL contains the token, so use only the cursor
      // from it.
      afterCursor = paging.next === undefined ? "" : toTextOrEmpty(toObjectOrEmpty(paging.cursors).after);
      if (afterCursor === "") break;
    }
    return pages;
  }

  return {
    name: "MESSENGER",
    windows: { botMs: 24 * hourMs, personMs: 7 * 24 * hourMs },
    messagesPerSecond: 40,

    createConnectUrl: ({ redirectUri, state }) =>
      buildUrl(options.dialogUrl, "", {
        client_id: appId,
        redirect_uri: redirectUri,
        state,
        response_type: "code",
        scope: oauthScopes.join(","),
      }).href,

    async listConnectablePages(attempt, query) {
      const code = readOauthCode(attempt, query);
      const shortLivedToken = await requestAccessToken({ redirect_uri: attempt.redirectUri, code }, code);
      const longLivedToken = await requestAccessToken(
        { grant_type: "fb_exchange_token", fb_exchange_token: shortLivedToken },
        shortLivedToken,
      );
      return listPages(longLivedToken);
    },

    async subscribe(pageId, { accessToken }) {
      const query = { subscribed_fields: subscribedFields.join(",") };
      await callGraph("POST", `/${encodeURIComponent(pageId)}/subscribed_apps`, accessToken, { query });
    },

    async unsubscribe(pageId, { accessToken }) {
      await callGraph("DELETE", `/${encodeURIComponent(pageId)}/subscribed_apps`, accessToken);
    },

    refreshTokens: async () => null,

    isSigned: (body, headers) =>
      isExpectedHexDigest(
        findSingleHeaderValue(headers, "x-hub-signature-256"),
        "sha256=",
        createAppHmac(body).digest(),
      ),

    answerChallenge(query) {
      const { "hub.mode": mode, "hub.verify_token": token, "hub.challenge": challenge } = query;
      if (mode !== "subscribe" || typeof token !== "string" || typeof challenge !== "string") return null;
      const isOurs = timingSafeEqual(
        createAppHmac(token).digest(),
        createAppHmac(options.verifyToken).digest(),
      );
      return isOurs ? challenge : null;
    },

    readEvents: (body) => readMessengerEvents(body, appId),

    render: renderForMessenger,

    async send({ tokens: { accessToken } }, personId, payload, { speaker, isWithinBotWindow }) {
      if (speaker === "bot" && !isWithinBotWindow)
        return createRefusedSendResult("WINDOW", "The 24 hours after the person's last message are over.");
      const type = isWithinBotWindow
        ? { messaging_type: "RESPONSE" }
        : { messaging_type: "MESSAGE_TAG", tag: "HUMAN_AGENT" };
      const body = { recipient: { id: personId }, ...type, ...payload };
      return requestMessageSend(
        request("POST", "/me/messages", accessToken, { body }),
        findMessengerFault,
        [accessToken, appSecret],
        (sendResponse) => toExternalIdOrEmpty(toObjectOrEmpty(sendResponse).message_id),
      );
    },

    async fetchProfile({ tokens: { accessToken } }, personId) {
      const query = { fields: "name,profile_pic" };
      try {
        const person = toObjectOrEmpty(
          await callGraph("GET", `/${encodeURIComponent(personId)}`, accessToken, { query }),
        );
        return {
          name: toTextOrEmpty(person.name).trim() || null,
          pictureAddress: toHttpAddress(person.profile_pic),
          language: null,
        };
      } catch (error) {
        // A person may not share their profile, or may have deleted their account. Messenger then responds with an
        // error, which is treated as "no profile".
        const hasNoProfile =
          error instanceof PlatformError && ["NOT_FOLLOWING", "REFUSED"].includes(error.code);
        if (hasNoProfile) return null;
        throw error;
      }
    },
  };
}
