import { randomBytes } from "node:crypto";
import type { StandInClock } from "./clock.ts";
import type { StandInCustomer, StandInMessage, WriteOptions } from "./stand-in.ts";
import type { WebhookSender } from "./webhooks.ts";

/** The id of the app “Page Inbox” of Facebook, in which a page's staff write replies. */
const inboxAppId = 263902037430900;

interface CustomerEnvironment {
  readonly clock: StandInClock;
  readonly webhooks: WebhookSender;
  readonly pageId: string;
  /** Whether the stand-in sends this page's webhook events to the app. */
  isSubscribed(): boolean;
}

export const newMessengerMessageId = () => `m_${randomBytes(32).toString("base64url")}`;

export class MessengerCustomer implements StandInCustomer {
  readonly id: string;
  readonly name: string;
  picture: string | null = null;
  readonly conversationMessages: StandInMessage[] = [];
  /**
   * When the customer last wrote or pressed a button, in milliseconds since 1970. Null: the customer has never done so,
   * and the page may not write to them.
   */
  lastActionAt: number | null = null;
  hasBlockedPage = false;
  /** The ids of the messages whose buttons are quick replies. */
  readonly #quickReplyMessageIds = new Set<string>();
  readonly #environment: CustomerEnvironment;

  constructor(id: string, name: string, environment: CustomerEnvironment) {
    this.id = id;
    this.name = name;
    this.#environment = environment;
  }

  get pageId(): string {
    return this.#environment.pageId;
  }

  write(text: string, options?: WriteOptions): Promise<void> {
    return this.#sendMessage({ text }, { text }, options);
  }

  press(titleOrPayload: string, options?: WriteOptions): Promise<void> {
    const foundButton = this.conversationMessages
      .toReversed()
      .filter(({ from }) => from === "page")
      .flatMap((message) => message.buttons.map((button) => ({ message, button })))
      .find(
        ({ button }) =>
          button.payload !== null && (button.title === titleOrPayload || button.payload === titleOrPayload),
      );
    if (!foundButton) throw new Error(`There is no button ${titleOrPayload}.`);
    const { title, payload } = foundButton.button;
    if (this.#quickReplyMessageIds.has(foundButton.message.id))
      return this.#sendMessage({ text: title, quick_reply: { payload } }, { text: title }, options);
    this.#addCustomerMessage({ text: title });
    return this.#emit(
      { ...this.#customerAsSender(), postback: { mid: newMessengerMessageId(), title, payload } },
      options,
    );
  }

  sendImage(url: string, options?: WriteOptions): Promise<void> {
    return this.#sendAttachment("image", { url }, options);
  }
  sendVideo(url: string): Promise<void> {
    return this.#sendAttachment("video", { url });
  }
  sendAudio(url: string): Promise<void> {
    return this.#sendAttachment("audio", { url });
  }
  sendFile(url: string): Promise<void> {
    return this.#sendAttachment("file", { url });
  }
  sendSticker(url: string): Promise<void> {
    return this.#sendAttachment("image", { url, sticker_id: 369239263222822 });
  }
  sendLocation(latitude: number, longitude: number, title?: string): Promise<void> {
    return this.#sendAttachment("location", {
      coordinates: { lat: latitude, long: longitude },
      ...(title && { title }),
    });
  }

  async follow(): Promise<void> {
    this.hasBlockedPage = false;
  }
  async unfollow(): Promise<void> {
    this.hasBlockedPage = true;
  }

  markAllSeen(): Promise<void> {
    for (const message of this.conversationMessages) if (message.from === "page") message.seen = true;
    return this.#emit({ ...this.#customerAsSender(), read: { watermark: this.#environment.clock.now() } });
  }

  answerInPlatformApp(text: string): Promise<void> {
    const mid = newMessengerMessageId();
    this.receive(mid, { text, attachments: [], buttons: [] });
    return this.sendEcho(mid, { text }, inboxAppId);
  }
  answerWithImageInApp(url: string): Promise<void> {
    const mid = newMessengerMessageId();
    this.receive(mid, { text: "", attachments: [{ type: "image", url }], buttons: [] });
    return this.sendEcho(mid, { attachments: [{ type: "image", payload: { url } }] }, inboxAppId);
  }

  /** Adds a message from the page to the customer's conversation. */
  receive(messageId: string, content: Pick<StandInMessage, "text" | "attachments" | "buttons">): void {
    this.conversationMessages.push({
      id: messageId,
      from: "page",
      at: this.#environment.clock.now(),
      seen: false,
      ...content,
    });
  }

  /** Sends the webhook event that tells the app about a message from the page. */
  sendEcho(messageId: string, content: object, appId: number): Promise<void> {
    return this.#emit({
      ...this.#pageAsSender(),
      message: { mid: messageId, is_echo: true, app_id: appId, ...content },
    });
  }

  reportDelivery(messageId: string): Promise<void> {
    const watermark = this.#environment.clock.now();
    return this.#emit({ ...this.#customerAsSender(), delivery: { mids: [messageId], watermark } });
  }

  markButtonsAsQuickReplies(messageId: string): void {
    this.#quickReplyMessageIds.add(messageId);
  }

  #customerAsSender() {
    return {
      sender: { id: this.id },
      recipient: { id: this.pageId },
      timestamp: this.#environment.clock.now(),
    };
  }
  #pageAsSender() {
    return {
      sender: { id: this.pageId },
      recipient: { id: this.id },
      timestamp: this.#environment.clock.now(),
    };
  }

  #addCustomerMessage(content: Partial<StandInMessage>, id = newMessengerMessageId()): void {
    const actionTime = this.#environment.clock.now();
    this.lastActionAt = actionTime;
    this.conversationMessages.push({
      id,
      from: "customer",
      at: actionTime,
      seen: false,
      text: "",
      attachments: [],
      buttons: [],
      ...content,
    });
  }

  #sendAttachment(type: string, payload: Record<string, unknown>, options?: WriteOptions): Promise<void> {
    const url = typeof payload.url === "string" ? payload.url : JSON.stringify(payload);
    return this.#sendMessage({ attachments: [{ type, payload }] }, { attachments: [{ type, url }] }, options);
  }

  #sendMessage(
    content: object,
    shownContent: Partial<StandInMessage>,
    options?: WriteOptions,
  ): Promise<void> {
    const mid = newMessengerMessageId();
    this.#addCustomerMessage(shownContent, mid);
    return this.#emit({ ...this.#customerAsSender(), message: { mid, ...content } }, options);
  }

  async #emit(messagingEvent: object, { eventCopyCount }: WriteOptions = {}): Promise<void> {
    if (!this.#environment.isSubscribed()) return;
    const entry = { id: this.pageId, time: this.#environment.clock.now(), messaging: [messagingEvent] };
    await this.#environment.webhooks.send({ object: "page", entry: [entry] }, eventCopyCount);
  }
}
