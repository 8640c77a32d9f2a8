import { createHash } from "node:crypto";
import { readOauthCode } from "./connect-query.ts";
import { createRefusedSendResult, requestMessageSend, requestJson as requestZalo } from "./faults.ts";
import {
  toExternalIdOrEmpty,
  toHttpAddress,
  toNumberOrNull,
  toObjectOrEmpty,
  toTextOrEmpty,
} from "./json-parts.ts";
import { type ChannelPlatform, type PageTokens, PlatformError } from "./platform.ts";
import { buildUrl, defaultTimeoutMs, type PlatformRequest, parseJson } from "./platform-call.ts";
import { findSingleHeaderValue, isExpectedHexDigest } from "./signature.ts";
import { findZaloFault } from "./zalo-errors.ts";
import { readZaloEvents } from "./zalo-events.ts";
import { renderForZalo } from "./zalo-render.ts";

export interface ZaloOptions {
  readonly appId: string;
  readonly appSecret: string;
  /** The Official Account secret key, which signs webhooks. */
  readonly oaSecret: string;
  /** The base URL of Zalo's login pages and of its token API, without a trailing slash. */
  readonly oauthUrl: string;
  /** The base URL of the API, without a trailing slash. */
  readonly url: string;
  /** The page may write to a person for this many days after the person's last act. */
  readonly windowDays: number;
  /** Maximum milliseconds that one API call may take. */
  readonly timeoutMs?: number;
}

const dayMs = 24 * 60 * 60 * 1000;
/**
 * The longest lifetime of a token that is accepted: ten years. A larger number in the platform's response is treated as
 * an error.
 */
const maximumTokenSeconds = 10 * 365 * 24 * 60 * 60;

export function createZalo(options: ZaloOptions): ChannelPlatform {
  const { appId, appSecret, oaSecret, oauthUrl, url, timeoutMs = defaultTimeoutMs } = options;

  const request = (
    method: PlatformRequest["method"],
    path: string,
    token: string,
    { query, body }: { query?: Record<string, string>; body?: unknown } = {},
  ): PlatformRequest => ({
    method,
    url: buildUrl(url, path, query),
    headers: { access_token: token },
    timeoutMs,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const callZalo = (...requestArguments: Parameters<typeof request>) =>
    requestZalo(request(...requestArguments), findZaloFault, [requestArguments[2], appSecret]);

  async function requestTokens(form: Record<string, string>, secrets: string[]): Promise<PageTokens> {
    const tokenResponse = toObjectOrEmpty(
      await requestZalo(
        {
          method: "POST",
          url: buildUrl(oauthUrl, "/v4/oa/access_token"),
          headers: { secret_key: appSecret },
          body: new URLSearchParams({ app_id: appId, ...form }),
          timeoutMs,
        },
        findZaloFault,
        [...secrets, appSecret],
      ),
    );
    const accessToken = toTextOrEmpty(tokenResponse.access_token);
    const refreshToken = toTextOrEmpty(tokenResponse.refresh_token);
    // Zalo sends `expires_in` as a string of digits, so it is converted to a number.
    const seconds = toNumberOrNull(tokenResponse.expires_in) ?? 0;
    if (accessToken === "" || refreshToken === "" || seconds <= 0 || seconds > maximumTokenSeconds)
      throw new PlatformError("REFUSED", "It gave no tokens.");
    return { accessToken, refreshToken, expiresAt: new Date(Date.now() + seconds * 1000) };
  }

  return {
    name: "ZALO",
    windows: { botMs: options.windowDays * dayMs, personMs: options.windowDays * dayMs },
    messagesPerSecond: 10,

    createConnectUrl: ({ redirectUri, state, verifier }) =>
      buildUrl(oauthUrl, "/v4/oa/permission", {
        app_id: appId,
        redirect_uri: redirectUri,
        code_challenge: createHash("sha256").update(verifier).digest("base64url"),
        state,
      }).href,

    async listConnectablePages(attempt, query) {
      const code = readOauthCode(attempt, query);
      const form = { grant_type: "authorization_code", code, code_verifier: attempt.verifier };
      const tokens = await requestTokens(form, [code, attempt.verifier]);
      const account = toObjectOrEmpty(
        toObjectOrEmpty(await callZalo("GET", "/v2.0/oa/getoa", tokens.accessToken)).data,
      );
      const externalId = toExternalIdOrEmpty(account.oa_id);
      if (externalId === "" || (query.oa_id && query.oa_id !== externalId))
        throw new PlatformError("REFUSED", "The token is of another Official Account.");
      return [{ externalId, name: toTextOrEmpty(account.name) || externalId, tokens }];
    },

    // Zalo needs no API call for a single page. The webhook's URL is set once for the whole app, in Zalo's developer
    // console.
    subscribe: async () => {},
    unsubscribe: async () => {},

    async refreshTokens({ refreshToken }) {
      if (refreshToken === null) return null;
      const form = { grant_type: "refresh_token", refresh_token: refreshToken };
      try {
        return await requestTokens(form, [refreshToken]);
      } catch (error) {
        // A refresh token works once. If Zalo refuses it, a retry does not help: somebody must connect the page again.
        if (error instanceof PlatformError && error.code === "REFUSED")
          throw new PlatformError("TOKEN", error.message);
        throw error;
      }
    },

    isSigned(body, headers) {
      const bodyTimestamp = toObjectOrEmpty(parseJson(body.toString("utf8"))).timestamp;
      const eventTimestamp =
        typeof bodyTimestamp === "string" || typeof bodyTimestamp === "number"
          ? String(bodyTimestamp)
          : (findSingleHeaderValue(headers, "x-zevent-timestamp") ?? "");
      const macHeader = createHash("sha256")
        .update(appId)
        .update(body)
        .update(eventTimestamp)
        .update(oaSecret)
        .digest();
      return isExpectedHexDigest(findSingleHeaderValue(headers, "x-zevent-signature"), "mac=", macHeader);
    },

    answerChallenge: () => null,

    readEvents: readZaloEvents,

    render: renderForZalo,

    async send({ tokens: { accessToken } }, personId, payload, { speaker, isWithinBotWindow }) {
      // Refuse a late message of a bot by our own clock. For late messages of people, let Zalo decide.
      if (speaker === "bot" && !isWithinBotWindow)
        return createRefusedSendResult(
          "WINDOW",
          `The ${options.windowDays} days after the person's last act are over.`,
        );
      const body = { recipient: { user_id: personId }, ...payload };
      return requestMessageSend(
        request("POST", "/v3.0/oa/message/cs", accessToken, { body }),
        findZaloFault,
        [accessToken, appSecret],
        (sendResponse) => toExternalIdOrEmpty(toObjectOrEmpty(toObjectOrEmpty(sendResponse).data).message_id),
      );
    },

    async fetchProfile({ tokens: { accessToken } }, personId) {
      const query = { data: JSON.stringify({ user_id: personId }) };
      try {
        const personResponse = toObjectOrEmpty(
          await callZalo("GET", "/v3.0/oa/user/detail", accessToken, { query }),
        );
        const person = toObjectOrEmpty(personResponse.data);
        return {
          name: toTextOrEmpty(person.display_name).trim() || null,
          pictureAddress:
            toHttpAddress(toObjectOrEmpty(person.avatars)["240"]) ?? toHttpAddress(person.avatar),
          language: null,
        };
      } catch (error) {
        const hasNoProfile =
          error instanceof PlatformError && ["NOT_FOLLOWING", "REFUSED"].includes(error.code);
        if (hasNoProfile) return null;
        throw error;
      }
    },
  };
}
