import { randomBytes } from "node:crypto";
import type { StandInClock } from "./clock.ts";
import type { StandInCustomer, StandInMessage, WriteOptions } from "./stand-in.ts";
import type { WebhookSender } from "./webhooks.ts";

interface CustomerEnvironment {
  readonly clock: StandInClock;
  readonly webhooks: WebhookSender;
  readonly appId: string;
  readonly pageId: string;
}

export const newZaloMessageId = () => randomBytes(12).toString("hex");

export class ZaloCustomer implements StandInCustomer {
  readonly id: string;
  readonly name: string;
  picture: string | null = null;
  readonly conversationMessages: StandInMessage[] = [];
  /**
   * When the customer last wrote to the page or followed it, in milliseconds since 1970. Null: the customer has never
   * done so, and the page may not write to them.
   */
  lastActionAt: number | null = null;
  isFollowing = true;
  readonly #environment: CustomerEnvironment;

  constructor(id: string, name: string, surroundings: CustomerEnvironment) {
    this.id = id;
    this.name = name;
    this.#environment = surroundings;
  }

  get pageId(): string {
    return this.#environment.pageId;
  }

  write(text: string, options?: WriteOptions): Promise<void> {
    return this.#sendMessage("user_send_text", { text }, { text }, options);
  }

  press(titleOrPayload: string, options?: WriteOptions): Promise<void> {
    const button = this.conversationMessages
      .toReversed()
      .flatMap(({ buttons }) => buttons)
      .find(
        ({ title, payload }) => payload !== null && (title === titleOrPayload || payload === titleOrPayload),
      );
    if (!button?.payload) throw new Error(`There is no button ${titleOrPayload}.`);
    // On Zalo, pressing a button sends the button's payload as a text message of the customer.
    return this.#sendMessage("user_send_text", { text: button.payload }, { text: button.title }, options);
  }

  sendImage(url: string, options?: WriteOptions): Promise<void> {
    return this.#sendAttachment("image", { thumbnail: url, url }, options);
  }
  sendVideo(url: string): Promise<void> {
    return this.#sendAttachment("video", { url });
  }
  sendAudio(url: string): Promise<void> {
    return this.#sendAttachment("audio", { url });
  }
  sendFile(url: string, name: string): Promise<void> {
    return this.#sendAttachment("file", { url, name, size: "1024", type: "pdf", checksum: "0" });
  }
  sendSticker(url: string): Promise<void> {
    return this.#sendAttachment("sticker", { id: "23311", url });
  }
  sendLocation(latitude: number, longitude: number, title?: string): Promise<void> {
    const coordinates = { latitude: String(latitude), longitude: String(longitude) };
    return this.#sendAttachment("location", { coordinates, ...(title && { title }) });
  }

  follow(): Promise<void> {
    this.isFollowing = true;
    this.lastActionAt = this.#environment.clock.now();
    return this.#emit("follow", this.#followerFields());
  }
  unfollow(): Promise<void> {
    this.isFollowing = false;
    return this.#emit("unfollow", this.#followerFields());
  }

  markAllSeen(): Promise<void> {
    const unseenMessages = this.conversationMessages.filter(({ from, seen }) => from === "page" && !seen);
    for (const message of unseenMessages) message.seen = true;
    return this.#emit("user_seen_message", {
      ...this.#toPage(),
      message: { msg_ids: unseenMessages.map(({ id }) => id) },
    });
  }

  answerInPlatformApp(text: string): Promise<void> {
    const id = newZaloMessageId();
    this.receive(id, { text, attachments: [], buttons: [] });
    return this.sendEcho("oa_send_text", { msg_id: id, text });
  }
  answerWithImageInApp(url: string): Promise<void> {
    const id = newZaloMessageId();
    this.receive(id, { text: "", attachments: [{ type: "image", url }], buttons: [] });
    const attachments = [{ type: "image", payload: { thumbnail: url, url } }];
    return this.sendEcho("oa_send_image", { msg_id: id, attachments });
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

  /**
   * Sends the webhook event that tells the app about a message from the page, whether the app or the page's staff sent
   * it.
   */
  sendEcho(eventName: string, message: object): Promise<void> {
    const senderAndRecipient = { sender: { id: this.pageId }, recipient: { id: this.id } };
    return this.#emit(eventName, { ...senderAndRecipient, message });
  }

  reportDelivery(messageId: string): Promise<void> {
    return this.#emit("user_received_message", { ...this.#toPage(), message: { msg_id: messageId } });
  }

  #toPage() {
    return { sender: { id: this.id }, recipient: { id: this.pageId }, user_id_by_app: `by-app-${this.id}` };
  }
  #followerFields() {
    return { oa_id: this.pageId, follower: { id: this.id }, source: "oa_profile" };
  }

  #sendAttachment(type: string, payload: Record<string, unknown>, options?: WriteOptions): Promise<void> {
    const url = typeof payload.url === "string" ? payload.url : JSON.stringify(payload);
    const shownContent = { attachments: [{ type, url }] };
    return this.#sendMessage(
      `user_send_${type}`,
      { attachments: [{ type, payload }] },
      shownContent,
      options,
    );
  }

  #sendMessage(
    name: string,
    content: object,
    shownContent: Partial<StandInMessage>,
    options?: WriteOptions,
  ): Promise<void> {
    const id = newZaloMessageId();
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
      ...shownContent,
    });
    return this.#emit(name, { ...this.#toPage(), message: { msg_id: id, ...content } }, options);
  }

  #emit(name: string, content: object, { eventCopyCount }: WriteOptions = {}): Promise<void> {
    const { appId, clock, webhooks } = this.#environment;
    const eventFields = { app_id: appId, event_name: name, timestamp: String(clock.now()) };
    return webhooks.send({ ...eventFields, ...content }, eventCopyCount);
  }
}
