import { randomBytes } from "node:crypto";
import type { StandInClock } from "./clock.ts";
import type { Customer, StandInMessage, WriteOptions } from "./stand-in.ts";
import type { Webhooks } from "./webhooks.ts";

/** The app id of Facebook's page inbox, in which a page's staff write answers. */
const inboxAppId = 263902037430900;

interface MessengerPlace {
  readonly clock: StandInClock;
  readonly webhooks: Webhooks;
  readonly pageId: string;
  /** Whether the stand-in sends events of this page to the app. */
  isSubscribed(): boolean;
}

export const newMid = () => `m_${randomBytes(32).toString("base64url")}`;

export class MessengerCustomer implements Customer {
  readonly id: string;
  readonly name: string;
  picture: string | null = null;
  readonly messages: StandInMessage[] = [];
  /**
   * When the customer last wrote or pressed a button, in milliseconds since 1970. Null: never, so the page may
   * not write to the customer.
   */
  lastActAt: number | null = null;
  hasBlocked = false;
  /** The ids of the messages whose buttons are quick replies. */
  readonly #quick = new Set<string>();
  readonly #place: MessengerPlace;

  constructor(id: string, name: string, place: MessengerPlace) {
    this.id = id;
    this.name = name;
    this.#place = place;
  }

  get pageId(): string {
    return this.#place.pageId;
  }

  write(text: string, options?: WriteOptions): Promise<void> {
    return this.#sendMessage({ text }, { text }, options);
  }

  press(titleOrPayload: string, options?: WriteOptions): Promise<void> {
    const found = this.messages
      .toReversed()
      .filter(({ from }) => from === "page")
      .flatMap((message) => message.buttons.map((button) => ({ message, button })))
      .find(
        ({ button }) =>
          button.payload !== null && (button.title === titleOrPayload || button.payload === titleOrPayload),
      );
    if (!found) throw new Error(`There is no button ${titleOrPayload}.`);
    const { title, payload } = found.button;
    if (this.#quick.has(found.message.id))
      return this.#sendMessage({ text: title, quick_reply: { payload } }, { text: title }, options);
    this.#act({ text: title });
    return this.#emit({ ...this.#toPage(), postback: { mid: newMid(), title, payload } }, options);
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
    this.hasBlocked = false;
  }
  async unfollow(): Promise<void> {
    this.hasBlocked = true;
  }

  seen(): Promise<void> {
    for (const message of this.messages) if (message.from === "page") message.seen = true;
    return this.#emit({ ...this.#toPage(), read: { watermark: this.#place.clock.now() } });
  }

  answerElsewhere(text: string): Promise<void> {
    const mid = newMid();
    this.receive(mid, { text, attachments: [], buttons: [] });
    return this.echo(mid, { text }, inboxAppId);
  }
  sendImageElsewhere(url: string): Promise<void> {
    const mid = newMid();
    this.receive(mid, { text: "", attachments: [{ type: "image", url }], buttons: [] });
    return this.echo(mid, { attachments: [{ type: "image", payload: { url } }] }, inboxAppId);
  }

  /** Adds a message from the page to the customer's conversation. */
  receive(mid: string, shown: Pick<StandInMessage, "text" | "attachments" | "buttons">): void {
    this.messages.push({ id: mid, from: "page", at: this.#place.clock.now(), seen: false, ...shown });
  }

  /** Sends the event that tells the app which message the page has sent. */
  echo(mid: string, content: object, appId: number): Promise<void> {
    return this.#emit({
      ...this.#fromPage(),
      message: { mid, is_echo: true, app_id: appId, ...content },
    });
  }

  delivered(mid: string): Promise<void> {
    const watermark = this.#place.clock.now();
    return this.#emit({ ...this.#toPage(), delivery: { mids: [mid], watermark } });
  }

  markQuick(mid: string): void {
    this.#quick.add(mid);
  }

  #toPage() {
    return { sender: { id: this.id }, recipient: { id: this.pageId }, timestamp: this.#place.clock.now() };
  }
  #fromPage() {
    return { sender: { id: this.pageId }, recipient: { id: this.id }, timestamp: this.#place.clock.now() };
  }

  #act(content: Partial<StandInMessage>, id = newMid()): void {
    const at = this.#place.clock.now();
    this.lastActAt = at;
    this.messages.push({
      id,
      from: "customer",
      at,
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

  #sendMessage(content: object, own: Partial<StandInMessage>, options?: WriteOptions): Promise<void> {
    const mid = newMid();
    this.#act(own, mid);
    return this.#emit({ ...this.#toPage(), message: { mid, ...content } }, options);
  }

  async #emit(messaging: object, { repeat }: WriteOptions = {}): Promise<void> {
    if (!this.#place.isSubscribed()) return;
    const entry = { id: this.pageId, time: this.#place.clock.now(), messaging: [messaging] };
    await this.#place.webhooks.send({ object: "page", entry: [entry] }, repeat);
  }
}
