import {
  computeEventKey,
  type JsonObject,
  joinDistinctLines,
  listOf,
  locationOf,
  momentOf,
  nameOf,
  textOf,
  toExternalId,
  toHttpAddress,
  toObject,
} from "./json-parts.ts";
import type { ChannelEvent, SentAttachment, SentLocation } from "./platform.ts";
import { parseJson } from "./platform-call.ts";
import { decodeChoice } from "./zalo-choice.ts";

// Reads the bodies of Zalo's webhook: `{ app_id, event_name, sender, recipient, message, timestamp }`.

const attachmentKinds: Readonly<Record<string, SentAttachment["kind"]>> = {
  image: "image",
  gif: "image",
  video: "video",
  audio: "audio",
  file: "file",
  sticker: "sticker",
};

interface AttachmentsAndLinks {
  attachments: SentAttachment[];
  /** The shared links and business cards, as lines of text. */
  lines: string[];
  location: SentLocation | null;
}

/**
 * Returns the phone number of a business card. Zalo sends the card's description as a string of JSON with a phone
 * number and a QR code.
 */
function describeBusinessCard(description: unknown): string {
  const card = toObject(parseJson(textOf(description)));
  const phone = textOf(card.phone) || textOf(card.caption);
  return phone || textOf(description);
}

function readAttachments(value: unknown): AttachmentsAndLinks {
  const attached: AttachmentsAndLinks = { attachments: [], lines: [], location: null };
  for (const item of listOf(value)) {
    const attachment = toObject(item);
    const payload = toObject(attachment.payload);
    const kind = attachmentKinds[textOf(attachment.type)];
    const address = toHttpAddress(payload.url);
    const location = locationOf(
      toObject(payload.coordinates),
      { latitude: "latitude", longitude: "longitude" },
      [textOf(payload.title), describeBusinessCard(payload.description)],
    );
    if (location) attached.location = location;
    else if (kind && address)
      attached.attachments.push({ kind, address, name: textOf(payload.name) || null });
    else {
      const lines = joinDistinctLines(
        textOf(payload.title),
        describeBusinessCard(payload.description),
        address ?? "",
      );
      if (lines) attached.lines.push(lines);
    }
  }
  return attached;
}

/**
 * Returns, as lines of text, the contact data that a person sent after the page asked for it (Zalo's event
 * `user_submit_info`).
 */
function readSubmittedInfo(info: JsonObject): string {
  const address = [info.address, info.ward, info.district, info.city].map(textOf).filter(Boolean).join(", ");
  return joinDistinctLines(textOf(info.name), toExternalId(info.phone) || textOf(info.phone), address);
}

/** Reads the event in the body of a Zalo webhook. Returns null if the body does not have Zalo's form. Never throws. */
export function readZaloEvents(body: Buffer): ChannelEvent[] | null {
  const webhook = toObject(parseJson(body.toString("utf8")));
  const name = nameOf(webhook.event_name);
  return name === "" ? null : [readEvent(name, webhook)];
}

function readEvent(name: string, webhook: JsonObject): ChannelEvent {
  const sender = toExternalId(toObject(webhook.sender).id);
  const recipient = toExternalId(toObject(webhook.recipient).id);
  const followerId = toExternalId(toObject(webhook.follower).id);
  const isSentByPage = name.startsWith("oa_");
  const pageId = toExternalId(webhook.oa_id) || (isSentByPage ? sender : recipient);
  const personId = followerId || (isSentByPage ? recipient : sender);
  const commonFields = { pageId, personId, at: momentOf(webhook.timestamp) };
  const message = toObject(webhook.message);
  const messageId = toExternalId(message.msg_id);
  const unknownEvent: ChannelEvent = {
    ...commonFields,
    type: "unknown",
    name,
    key: computeEventKey(name, webhook.timestamp, personId, webhook),
  };
  if (pageId === "" || personId === "") return unknownEvent;
  const computedEventKey = computeEventKey(name, webhook.timestamp, personId);

  if (name.startsWith("user_send_") || name.startsWith("oa_send_")) {
    if (messageId === "") return unknownEvent;
    const { attachments, lines, location } = readAttachments(message.attachments);
    const writtenText = textOf(message.text);
    if (isSentByPage) {
      const text = joinDistinctLines(writtenText, ...lines);
      return { ...commonFields, key: messageId, type: "echo", messageId, isOurs: false, text, attachments };
    }
    const choice = decodeChoice(writtenText);
    const text = joinDistinctLines(choice ? choice.label : writtenText, ...lines);
    const payload = choice?.id ?? null;
    if (text === "" && payload === null && attachments.length === 0 && location === null) return unknownEvent;
    return { ...commonFields, key: messageId, type: "message", text, payload, attachments, location };
  }
  switch (name) {
    case "user_submit_info": {
      const text = readSubmittedInfo(toObject(webhook.info));
      if (text === "") return unknownEvent;
      const key = messageId || computedEventKey;
      return { ...commonFields, key, type: "message", text, payload: null, attachments: [], location: null };
    }
    case "user_received_message":
    case "user_seen_message": {
      const ids = [message.msg_id, ...listOf(message.msg_ids)].map(toExternalId).filter(Boolean);
      return {
        ...commonFields,
        key: computeEventKey(name, webhook.timestamp, personId, ids),
        type: name === "user_seen_message" ? "seen" : "delivered",
        messageIds: ids.length > 0 ? ids : null,
      };
    }
    case "follow":
    case "unfollow":
      return { ...commonFields, key: computedEventKey, type: name };
    default:
      return unknownEvent;
  }
}
