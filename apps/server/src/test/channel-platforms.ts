import { createServer } from "node:http";
import { afterAll } from "vitest";
import { createMessenger } from "../features/channels/platforms/messenger.ts";
import type { ChannelEvent, ChannelPlatform, PageTokens } from "../features/channels/platforms/platform.ts";
import { createZalo } from "../features/channels/platforms/zalo.ts";
import { startMessengerStandIn } from "./channel-stand-ins/messenger.ts";
import type { StandIn, StandInCustomer, StandInPage } from "./channel-stand-ins/stand-in.ts";
import { startZaloStandIn } from "./channel-stand-ins/zalo.ts";

// The outside platforms for which the shared tests run. To test another platform, add an entry to `platformCases`.

export interface PlatformUnderTest {
  readonly platform: ChannelPlatform;
  readonly standIn: StandIn;
  /** Returns a client of the same platform. Its API requests fail after this many milliseconds without a response. */
  withTimeout(timeoutMs: number): ChannelPlatform;
}

/**
 * One entry for each outside platform on which the shared tests run. `errors` maps the platform's own error codes to
 * our kinds of refusal.
 */
export const platformCases = [
  {
    name: "MESSENGER",
    async start(): Promise<PlatformUnderTest> {
      const standIn = await startMessengerStandIn();
      const { connectionOptions: options } = standIn;
      return {
        standIn,
        platform: createMessenger(options),
        withTimeout: (timeoutMs) => createMessenger({ ...options, timeoutMs }),
      };
    },
    refreshes: false,
    unsubscribes: true,
    saysWhoEchoes: true,
    signatureHeader: "x-hub-signature-256",
    errors: [
      [1, "UNREACHABLE"],
      [2, "UNREACHABLE"],
      [4, "RATE"],
      [10, "WINDOW"],
      [32, "RATE"],
      [100, "REFUSED"],
      [190, "TOKEN"],
      [551, "NOT_FOLLOWING"],
      [613, "RATE"],
      [80006, "RATE"],
    ],
  },
  {
    name: "ZALO",
    async start(): Promise<PlatformUnderTest> {
      const standIn = await startZaloStandIn();
      const { connectionOptions: options } = standIn;
      return {
        standIn,
        platform: createZalo(options),
        withTimeout: (timeoutMs) => createZalo({ ...options, timeoutMs }),
      };
    },
    refreshes: true,
    unsubscribes: false,
    saysWhoEchoes: false,
    signatureHeader: "x-zevent-signature",
    errors: [
      [-32, "RATE"],
      [-201, "REFUSED"],
      [-210, "TOO_LONG"],
      [-211, "QUOTA"],
      [-213, "NOT_FOLLOWING"],
      [-216, "TOKEN"],
      [-218, "QUOTA"],
      [-220, "TOKEN"],
      [-230, "WINDOW"],
      [-232, "WINDOW"],
    ],
  },
] as const;

export const connectionAttempt = {
  redirectUri: "http://127.0.0.1:3000/bots/callback",
  state: "a-state-that-nobody-guesses",
  verifier: "a-verifier-that-has-at-least-forty-three-characters",
};

/** A test server that receives the platform's webhook requests. */
export interface PlatformWebhookReceiver {
  readonly address: string;
  readonly events: ChannelEvent[];
  /** The webhook requests that the server received, with their raw bodies and headers. A test can send them again. */
  readonly requests: { readonly body: Buffer; readonly headers: Record<string, string> }[];
  /**
   * The HTTP statuses of the next responses to webhook requests. When this list is empty, the server responds with 200.
   */
  readonly nextStatuses: number[];
  close(): Promise<void>;
}

async function startReceiver(platform: ChannelPlatform): Promise<PlatformWebhookReceiver> {
  const events: ChannelEvent[] = [];
  const requests: PlatformWebhookReceiver["requests"] = [];
  const failures: number[] = [];
  const server = createServer(async (request, response) => {
    const bodyChunks: Buffer[] = [];
    for await (const bodyChunk of request) bodyChunks.push(bodyChunk);
    const body = Buffer.concat(bodyChunks);
    const failure = failures.shift();
    const receivedEvents = platform.isSigned(body, request.headers) ? platform.readEvents(body) : null;
    if (failure === undefined && receivedEvents !== null) {
      events.push(...receivedEvents);
      requests.push({ body, headers: request.headers as Record<string, string> });
    }
    response.writeHead(failure ?? (receivedEvents === null ? 403 : 200)).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("Not listening");
  return {
    address: `http://127.0.0.1:${address.port}/`,
    events,
    requests,
    nextStatuses: failures,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

export interface PageUnderTest extends PlatformUnderTest {
  readonly page: StandInPage;
  readonly customer: StandInCustomer;
  readonly tokens: PageTokens;
  readonly receiver: PlatformWebhookReceiver;
  /** The page in the form in which the functions of `ChannelPlatform` expect it. */
  readonly pageWithTokens: { readonly externalId: string; readonly tokens: PageTokens };
}

/**
 * Connects a page, and adds a customer who has not written yet. After the last test of the file, closes the stand-in
 * (fake platform) and the webhook receiver.
 */
export async function setUpPageUnderTest(
  startPlatform: () => Promise<PlatformUnderTest>,
): Promise<PageUnderTest> {
  const { platform, standIn, withTimeout: createWithTimeout } = await startPlatform();
  const page = standIn.addPage("Cửa hàng Hoa Sen");
  const customer = standIn.addCustomer(page.id, "Trần Thị Mai");
  const tokens = { ...standIn.issueTokens(page.id), expiresAt: null };
  const receiver = await startReceiver(platform);
  standIn.webhookSender.webhookUrl = receiver.address;
  standIn.webhookSender.retryDelaysMs = [1, 1, 1];
  await platform.subscribe(page.id, tokens);
  afterAll(async () => {
    await standIn.close();
    await receiver.close();
  });
  return {
    platform,
    standIn,
    withTimeout: createWithTimeout,
    page,
    customer,
    tokens,
    receiver,
    pageWithTokens: { externalId: page.id, tokens },
  };
}

export const personSendContext = { speaker: "person", isWithinBotWindow: true } as const;
export const botSendContext = { speaker: "bot", isWithinBotWindow: true } as const;
