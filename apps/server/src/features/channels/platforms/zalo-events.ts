import {
  idOf,
  type Json,
  keyOf,
  linesOf,
  linkOf,
  listOf,
  momentOf,
  nameOf,
  objectOf,
  placeOf,
  textOf,
} from "./json-parts.ts";
import type { ChannelEvent, SentAttachment, SentPlace } from "./platform.ts";
import { parseJson } from "./platform-call.ts";
import { readChoice } from "./zalo-choice.ts";

// Reads the bodies of Zalo's webhook: `{ app_id, event_name, sender, recipient, message, timestamp }`.

const kinds: Readonly<Record<string, SentAttachment["kind"]>> = {
  image: "image",
  gif: "image",
  video: "video",
  audio: "audio",
  file: "file",
  sticker: "sticker",
};

interface Attached {
  attachments: SentAttachment[];
  /** Links and business cards, as text. */
  lines: string[];
  location: SentPlace | null;
}

/** The description of a business card is JSON in a string: a phone number, a QR code. */
function describe(description: unknown): string {
  const card = objectOf(parseJson(textOf(description)));
  const phone = textOf(card.phone) || textOf(card.caption);
  return phone || textOf(description);
}

function readAttachments(value: unknown): Attached {
  const attached: Attached = { attachments: [], lines: [], location: null };
  for (const item of listOf(value)) {
    const attachment = objectOf(item);
    const payload = objectOf(attachment.payload);
    const kind = kinds[textOf(attachment.type)];
    const address = linkOf(payload.url);
    const location = placeOf(
      objectOf(payload.coordinates),
      { latitude: "latitude", longitude: "longitude" },
      [textOf(payload.title), describe(payload.description)],
    );
    if (location) attached.location = location;
    else if (kind && address)
      attached.attachments.push({ kind, address, name: textOf(payload.name) || null });
    else {
      const lines = linesOf(textOf(payload.title), describe(payload.description), address ?? "");
      if (lines) attached.lines.push(lines);
    }
  }
  return attached;
}

/** What a person told us of themselves when we asked (`user_submit_info`). */
function readInfo(info: Json): string {
  const address = [info.address, info.ward, info.district, info.city].map(textOf).filter(Boolean).join(", ");
  return linesOf(textOf(info.name), idOf(info.phone) || textOf(info.phone), address);
}

/** Reads a body. Null if it is not one of Zalo. Never throws. */
export function readZaloEvents(body: Buffer): ChannelEvent[] | null {
  const webhook = objectOf(parseJson(body.toString("utf8")));
  const name = nameOf(webhook.event_name);
  return name === "" ? null : [readEvent(name, webhook)];
}

function readEvent(name: string, webhook: Json): ChannelEvent {
  const sender = idOf(objectOf(webhook.sender).id);
  const recipient = idOf(objectOf(webhook.recipient).id);
  const follower = idOf(objectOf(webhook.follower).id);
  const isByPage = name.startsWith("oa_");
  const pageId = idOf(webhook.oa_id) || (isByPage ? sender : recipient);
  const personId = follower || (isByPage ? recipient : sender);
  const common = { pageId, personId, at: momentOf(webhook.timestamp) };
  const message = objectOf(webhook.message);
  const messageId = idOf(message.msg_id);
  const unknown: ChannelEvent = {
    ...common,
    type: "unknown",
    name,
    key: keyOf(name, webhook.timestamp, personId, webhook),
  };
  if (pageId === "" || personId === "") return unknown;
  const keyWithoutId = keyOf(name, webhook.timestamp, personId);

  if (name.startsWith("user_send_") || name.startsWith("oa_send_")) {
    if (messageId === "") return unknown;
    const { attachments, lines, location } = readAttachments(message.attachments);
    const written = textOf(message.text);
    if (isByPage) {
      const text = linesOf(written, ...lines);
      return { ...common, key: messageId, type: "echo", messageId, isOurs: false, text, attachments };
    }
    const choice = readChoice(written);
    const text = linesOf(choice ? choice.label : written, ...lines);
    const payload = choice?.id ?? null;
    if (text === "" && payload === null && attachments.length === 0 && location === null) return unknown;
    return { ...common, key: messageId, type: "message", text, payload, attachments, location };
  }
  switch (name) {
    case "user_submit_info": {
      const text = readInfo(objectOf(webhook.info));
      if (text === "") return unknown;
      const key = messageId || keyWithoutId;
      return { ...common, key, type: "message", text, payload: null, attachments: [], location: null };
    }
    case "user_received_message":
    case "user_seen_message": {
      const ids = [message.msg_id, ...listOf(message.msg_ids)].map(idOf).filter(Boolean);
      return {
        ...common,
        key: keyOf(name, webhook.timestamp, personId, ids),
        type: name === "user_seen_message" ? "seen" : "delivered",
        messageIds: ids.length > 0 ? ids : null,
      };
    }
    case "follow":
    case "unfollow":
      return { ...common, key: keyWithoutId, type: name };
    default:
      return unknown;
  }
}
