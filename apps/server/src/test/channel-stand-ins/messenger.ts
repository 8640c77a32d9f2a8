import { createHmac, randomInt } from "node:crypto";
import { MessageRateLimit, StandInClock } from "./clock.ts";
import { submitConsentPage } from "./consent-page.ts";
import { parseSendBody, shownContentOf } from "./messenger-bodies.ts";
import { MessengerOAuthStandIn } from "./messenger-connect.ts";
import { MessengerCustomer, newMessengerMessageId } from "./messenger-customer.ts";
import { GraphError } from "./messenger-errors.ts";
import { type PlatformResponse, PlatformServer, type ReceivedCall } from "./platform-server.ts";
import type { StandIn, StandInPage } from "./stand-in.ts";
import { WebhookSender } from "./webhooks.ts";

// A stand-in for Messenger: a fake server for tests. It refuses everything that Messenger refuses.

const apiVersionPath = "/v25.0";
const hourMs = 60 * 60 * 1000;

interface MessengerStandInOptions {
  readonly port?: number;
  readonly appId?: string;
  readonly appSecret?: string;
  readonly verifyToken?: string;
}

export interface MessengerStandIn extends StandIn {
  readonly customers: readonly MessengerCustomer[];
  addCustomer(pageId: string, name: string): MessengerCustomer;
  /** The settings with which a server connects to this stand-in for Messenger. */
  readonly connectionOptions: {
    appId: string;
    appSecret: string;
    verifyToken: string;
    url: string;
    dialogUrl: string;
  };
  /** Sends the webhook's verification request, as Facebook does for a new webhook. Throws if the response is wrong. */
  verifyWebhook(): Promise<void>;
}

const newId = () => `${randomInt(1e6, 1e7)}${randomInt(1e8, 1e9)}`;

export async function startMessengerStandIn(
  options: MessengerStandInOptions = {},
): Promise<MessengerStandIn> {
  const appId = options.appId ?? "710000000000001";
  const appSecret = options.appSecret ?? "messenger-app-secret";
  const verifyToken = options.verifyToken ?? "messenger-verify-token";
  const clock = new StandInClock();
  const rateLimit = new MessageRateLimit(clock);
  const pages: StandInPage[] = [];
  const subscribedPageIds = new Set<string>();
  const customers = new Map<string, MessengerCustomer>();
  const messengerConnect = new MessengerOAuthStandIn({ appId, appSecret }, clock, pages);
  const webhooks = new WebhookSender({
    sign: (body) => ({
      "x-hub-signature-256": `sha256=${createHmac("sha256", appSecret).update(body).digest("hex")}`,
    }),
    timeoutMs: 5_000,
    retryDelaysMs: [1_000, 10_000, 60_000, 300_000],
  });

  function requirePageId(receivedCall: ReceivedCall): string {
    const token = messengerConnect.requireToken(receivedCall);
    const [pageId] = token.pageIds;
    if (token.kind !== "page" || pageId === undefined)
      throw new GraphError(210, "A page access token is required");
    return pageId;
  }

  function sendMessage(receivedCall: ReceivedCall): PlatformResponse {
    const pageId = requirePageId(receivedCall);
    const { recipient, messaging_type, message } = parseSendBody(receivedCall.body);
    const customer = customers.get(recipient.id);
    if (customer?.pageId !== pageId) throw new GraphError(100, "No matching user found", 2018001);
    if (customer.hasBlockedPage) throw new GraphError(551, undefined, 1545041);
    const windowMs = messaging_type === "MESSAGE_TAG" ? 7 * 24 * hourMs : 24 * hourMs;
    if (customer.lastActionAt === null || clock.now() - customer.lastActionAt > windowMs)
      throw new GraphError(10, undefined, 2018278);
    if (!rateLimit.tryCountMessage(pageId)) throw new GraphError(613);
    const mid = newMessengerMessageId();
    if (message.quick_replies) customer.markButtonsAsQuickReplies(mid);
    customer.receive(mid, shownContentOf(message));
    const { text, attachment } = message;
    // The stand-in responds without waiting for the two webhook events about the sent message. If the server does not
    // accept an event, `WebhookSender` sends it again.
    const attachments = attachment && [{ type: attachment.type, payload: attachment.payload }];
    customer.sendEcho(mid, attachments ? { attachments } : { text }, Number(appId)).catch(() => {});
    customer.reportDelivery(mid).catch(() => {});
    return { status: 200, json: { recipient_id: recipient.id, message_id: mid } };
  }

  function changeSubscription(receivedCall: ReceivedCall, pageId: string): PlatformResponse {
    if (requirePageId(receivedCall) !== pageId) throw new GraphError(200, "The token is of another page");
    if (receivedCall.method === "DELETE") subscribedPageIds.delete(pageId);
    else if (!receivedCall.query.subscribed_fields?.split(",").includes("messages"))
      throw new GraphError(100, "The parameter subscribed_fields is required.");
    else subscribedPageIds.add(pageId);
    return { status: 200, json: { success: true } };
  }

  function readProfile(receivedCall: ReceivedCall, personId: string): PlatformResponse {
    const pageId = requirePageId(receivedCall);
    const customer = customers.get(personId);
    if (customer?.pageId !== pageId)
      throw new GraphError(100, `Unsupported get request. Object with ID '${personId}' does not exist`, 33);
    return {
      status: 200,
      json: {
        id: personId,
        name: customer.name,
        ...(customer.picture !== null && { profile_pic: customer.picture }),
      },
    };
  }

  function answerCall(receivedCall: ReceivedCall): PlatformResponse {
    const { method, path } = receivedCall;
    if (path === `${apiVersionPath}/dialog/oauth`) return messengerConnect.showConsentPage(receivedCall);
    if (!path.startsWith(`${apiVersionPath}/`)) return { status: 404, html: "Unknown version" };
    const [firstPathPart = "", secondPathPart] = path
      .slice(apiVersionPath.length + 1)
      .split("/")
      .map(decodeURIComponent);
    switch (`${method} ${firstPathPart}/${secondPathPart ?? ""}`) {
      case "GET oauth/access_token":
        return messengerConnect.exchangeForToken(receivedCall);
      case "GET me/accounts":
        return messengerConnect.listAccounts(receivedCall, url);
      case "POST me/messages":
        return sendMessage(receivedCall);
    }
    if (secondPathPart === "subscribed_apps" && (method === "POST" || method === "DELETE"))
      return changeSubscription(receivedCall, firstPathPart);
    if (secondPathPart === undefined && method === "GET") return readProfile(receivedCall, firstPathPart);
    throw new GraphError(2500, `Unknown path components: ${path}`);
  }

  const server = new PlatformServer({
    answer(receivedCall) {
      try {
        return answerCall(receivedCall);
      } catch (error) {
        if (error instanceof GraphError) return error.response;
        throw error;
      }
    },
    errorAnswerOf: (code) => new GraphError(code).response,
  });
  const url = `${await server.listen(options.port)}${apiVersionPath}`;
  const dialogUrl = `${url}/dialog/oauth`;

  return {
    url,
    clock,
    webhookSender: webhooks,
    pages,
    calls: server.calls,
    connectionOptions: { appId, appSecret, verifyToken, url, dialogUrl },
    environmentVariables: {
      MESSENGER_APP_ID: appId,
      MESSENGER_APP_SECRET: appSecret,
      MESSENGER_VERIFY_TOKEN: verifyToken,
      MESSENGER_URL: url,
      MESSENGER_DIALOG_URL: dialogUrl,
    },
    get customers() {
      return [...customers.values()];
    },
    addPage(name) {
      const page = { id: newId(), name };
      pages.push(page);
      return page;
    },
    addCustomer(pageId, name) {
      const isSubscribed = () => subscribedPageIds.has(pageId);
      const customer = new MessengerCustomer(newId(), name, { clock, webhooks, pageId, isSubscribed });
      customers.set(customer.id, customer);
      return customer;
    },
    serveFiles(files) {
      server.files = files;
    },
    submitConsent: (address, consentChoice = {}) => submitConsentPage(address, consentChoice),
    issueTokens: (pageId) => ({ accessToken: messengerConnect.issuePageToken(pageId), refreshToken: null }),
    expireToken: (pageId) => messengerConnect.expireTokens(pageId),
    revokePermission: (pageId) => messengerConnect.expireTokens(pageId),
    failNextCall: (failure) => server.failNextCall(failure),
    limitMessageRate(limit) {
      rateLimit.maximumMessageRate = limit;
    },
    async verifyWebhook() {
      const address = new URL(webhooks.webhookUrl ?? "");
      address.searchParams.set("hub.mode", "subscribe");
      address.searchParams.set("hub.verify_token", verifyToken);
      address.searchParams.set("hub.challenge", newId());
      const response = await fetch(address, { redirect: "manual" });
      const responseText = await response.text();
      if (response.status !== 200 || responseText !== address.searchParams.get("hub.challenge"))
        throw new Error(
          `The callback URL or verify token couldn't be validated: ${response.status} ${responseText}`,
        );
    },
    async close() {
      webhooks.stop();
      await server.close();
    },
  };
}
