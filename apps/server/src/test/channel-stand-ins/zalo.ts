import { createHash, randomInt } from "node:crypto";
import { MessageRateLimit, StandInClock } from "./clock.ts";
import { submitConsentPage } from "./consent-page.ts";
import { type PlatformResponse, PlatformServer, type ReceivedCall } from "./platform-server.ts";
import type { StandIn, StandInPage } from "./stand-in.ts";
import { WebhookSender } from "./webhooks.ts";
import { parseSendBody, shownContentOf } from "./zalo-bodies.ts";
import { ZaloOAuthStandIn } from "./zalo-connect.ts";
import { newZaloMessageId, ZaloCustomer } from "./zalo-customer.ts";
import { ZaloError, ZaloTokenError } from "./zalo-errors.ts";

// A stand-in for Zalo: a fake server for tests. It refuses everything that Zalo refuses.

const minuteMs = 60_000;

interface ZaloStandInOptions {
  readonly port?: number;
  readonly appId?: string;
  readonly appSecret?: string;
  readonly oaSecret?: string;
  readonly windowDays?: number;
}

export interface ZaloStandIn extends StandIn {
  readonly customers: readonly ZaloCustomer[];
  addCustomer(pageId: string, name: string): ZaloCustomer;
  /** The settings with which a server connects to this stand-in for Zalo. */
  readonly connectionOptions: {
    appId: string;
    appSecret: string;
    oaSecret: string;
    oauthUrl: string;
    url: string;
    windowDays: number;
  };
  /**
   * How many refresh tokens the stand-in has accepted, and how many it has refused because they had been used before.
   */
  readonly refreshOutcomeCounts: { readonly acceptedCount: number; readonly refusedCount: number };
  /** Sets how many more messages the page may send. Null: no limit. */
  setMessageQuota(pageId: string, remainingMessageCount: number | null): void;
}

const newId = () => `${randomInt(1e8, 1e9)}${randomInt(1e8, 1e9)}`;

export async function startZaloStandIn(options: ZaloStandInOptions = {}): Promise<ZaloStandIn> {
  const appId = options.appId ?? "720000000000002";
  const appSecret = options.appSecret ?? "zalo-app-secret";
  const oaSecret = options.oaSecret ?? "zalo-oa-secret";
  const windowDays = options.windowDays ?? 7;
  const clock = new StandInClock();
  const rateLimit = new MessageRateLimit(clock);
  const pages: StandInPage[] = [];
  const quotas = new Map<string, number>();
  const customers = new Map<string, ZaloCustomer>();
  const pageConnections = new ZaloOAuthStandIn({ appId, appSecret }, clock, pages);
  const webhooks = new WebhookSender({
    sign: (body) => signatureHeaders(body, { appId, oaSecret }),
    timeoutMs: 2_000,
    retryDelaysMs: [30_000, 5 * minuteMs, 15 * minuteMs, 30 * minuteMs, 60 * minuteMs],
  });

  function sendMessage(receivedCall: ReceivedCall): PlatformResponse {
    const page = pageConnections.pageOf(receivedCall);
    const { recipient, message } = parseSendBody(receivedCall.body);
    const customer = customers.get(recipient.user_id);
    if (customer?.pageId !== page.id || !customer.isFollowing) throw new ZaloError(-213);
    if (customer.lastActionAt === null) throw new ZaloError(-232);
    if (clock.now() - customer.lastActionAt > windowDays * 24 * 60 * minuteMs) throw new ZaloError(-230);
    const remainingMessages = quotas.get(page.id);
    if (remainingMessages === 0) throw new ZaloError(-211);
    if (!rateLimit.tryCountMessage(page.id)) throw new ZaloError(-32);
    if (remainingMessages !== undefined) quotas.set(page.id, remainingMessages - 1);
    const id = newZaloMessageId();
    const { text, attachments, buttons } = shownContentOf(message);
    customer.receive(id, { text, attachments, buttons });
    const [firstAttachment] = attachments;
    const name = firstAttachment ? "oa_send_image" : "oa_send_text";
    const eventMessage = {
      msg_id: id,
      ...(text && { text }),
      ...(firstAttachment && { attachments: [attachmentOf(firstAttachment)] }),
    };
    // The stand-in responds without waiting for the two webhook events about the sent message. If the server does not
    // accept an event, `WebhookSender` sends it again.
    customer.sendEcho(name, eventMessage).catch(() => {});
    customer.reportDelivery(id).catch(() => {});
    const data = { message_id: id, user_id: recipient.user_id };
    return { status: 200, json: { error: 0, message: "Success", data } };
  }

  function readProfile(receivedCall: ReceivedCall): PlatformResponse {
    const page = pageConnections.pageOf(receivedCall);
    let personId: unknown;
    try {
      personId = JSON.parse(receivedCall.query.data ?? "").user_id;
    } catch {
      throw new ZaloError(-201);
    }
    const customer = customers.get(String(personId));
    if (customer?.pageId !== page.id) throw new ZaloError(-213);
    const { picture } = customer;
    const data = {
      user_id: customer.id,
      display_name: customer.name,
      ...(picture !== null && { avatar: picture, avatars: { 240: picture } }),
    };
    return { status: 200, json: { error: 0, message: "Success", data } };
  }

  function account(receivedCall: ReceivedCall): PlatformResponse {
    const { id, name } = pageConnections.pageOf(receivedCall);
    return {
      status: 200,
      json: { error: 0, message: "Success", data: { oa_id: id, name, is_verified: true } },
    };
  }

  function answerCall(receivedCall: ReceivedCall): PlatformResponse {
    switch (`${receivedCall.method} ${receivedCall.path}`) {
      case "GET /v4/oa/permission":
        return pageConnections.showConsentPage(receivedCall);
      case "POST /v4/oa/access_token":
        return pageConnections.exchangeForTokens(receivedCall);
      case "GET /v2.0/oa/getoa":
        return account(receivedCall);
      case "GET /v3.0/oa/user/detail":
        return readProfile(receivedCall);
      case "POST /v3.0/oa/message/cs":
        return sendMessage(receivedCall);
      default:
        return { status: 404, html: "Empty api" };
    }
  }

  const server = new PlatformServer({
    answer(receivedCall) {
      try {
        return answerCall(receivedCall);
      } catch (error) {
        if (error instanceof ZaloError || error instanceof ZaloTokenError) return error.response;
        throw error;
      }
    },
    errorAnswerOf: (code) => new ZaloError(code).response,
  });
  const url = await server.listen(options.port);

  return {
    url,
    clock,
    webhookSender: webhooks,
    pages,
    calls: server.calls,
    connectionOptions: { appId, appSecret, oaSecret, oauthUrl: url, url, windowDays },
    environmentVariables: {
      ZALO_APP_ID: appId,
      ZALO_APP_SECRET: appSecret,
      ZALO_OA_SECRET: oaSecret,
      ZALO_OAUTH_URL: url,
      ZALO_URL: url,
    },
    get customers() {
      return [...customers.values()];
    },
    get refreshOutcomeCounts() {
      return {
        acceptedCount: pageConnections.acceptedRefreshCount,
        refusedCount: pageConnections.refusedRefreshCount,
      };
    },
    addPage(name) {
      const page = { id: newId(), name };
      pages.push(page);
      return page;
    },
    addCustomer(pageId, name) {
      const customer = new ZaloCustomer(newId(), name, { clock, webhooks, appId, pageId });
      customers.set(customer.id, customer);
      return customer;
    },
    serveFiles(files) {
      server.files = files;
    },
    submitConsent: (address, consentChoice = {}) => submitConsentPage(address, consentChoice),
    issueTokens(pageId) {
      const { access_token, refresh_token } = pageConnections.issueTokens(pageId);
      return { accessToken: access_token, refreshToken: refresh_token };
    },
    expireToken: (pageId) => pageConnections.expireTokens(pageId),
    revokePermission: (pageId) => pageConnections.revokePermission(pageId),
    failNextCall: (failure) => server.failNextCall(failure),
    limitMessageRate(limit) {
      rateLimit.maximumMessageRate = limit;
    },
    setMessageQuota(pageId, messages) {
      if (messages === null) quotas.delete(pageId);
      else quotas.set(pageId, messages);
    },
    async close() {
      webhooks.stop();
      await server.close();
    },
  };
}

const attachmentOf = ({ type, url }: { type: string; url: string }) => ({
  type,
  payload: { thumbnail: url, url },
});

function signatureHeaders(body: Buffer, { appId, oaSecret }: { appId: string; oaSecret: string }) {
  const { timestamp } = JSON.parse(body.toString("utf8"));
  const mac = createHash("sha256")
    .update(appId)
    .update(body)
    .update(timestamp)
    .update(oaSecret)
    .digest("hex");
  return { "x-zevent-signature": `mac=${mac}`, "x-zevent-timestamp": timestamp };
}
