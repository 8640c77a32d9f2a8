import {
  computeEventKey,
  type JsonObject,
  joinDistinctLines,
  toDateOrNow,
  toExternalIdOrEmpty,
  toHttpAddress,
  toListOrEmpty,
  toLocation,
  toObjectOrEmpty,
  toStorableEventName,
  toTextOrEmpty,
} from "./json-parts.ts";
import type { ChannelEvent, IncomingAttachment, IncomingLocation } from "./platform.ts";
import { parseJson } from "./platform-call.ts";
import { decodeZaloChoice } from "./zalo-choice.ts";

// Reads the bodies of Zalo's webhook: `{ app_id, event_name, sender, recipient, message, timestamp }`.

const attachmentKinds: Readonly<Record<string, IncomingAttachment["kind"]>> = {
  image: "image",
  gif: "image",
  video: "video",
  audio: "audio",
  file: "file",
  sticker: "sticker",
};

interface AttachmentsAndLinks {
  attachments: IncomingAttachment[];
  /** The shared links and business cards, as lines of text. */
  lines: string[];
  location: IncomingLocation | null;
}

/**
 * Returns the phone number of a business card. Zalo sends the card's description as a string of JSON with a phone
 * number and a QR code. Without a phone number, returns the description as it is.
 */
function describeBusinessCard(description: unknown): string {
  const card = toObjectOrEmpty(parseJson(toTextOrEmpty(description)));
  const phone = toTextOrEmpty(card.phone) || toTextOrEmpty(card.caption);
  return phone || toTextOrEmpty(description);
}

function readAttachments(value: unknown): AttachmentsAndLinks {
  const attachmentsAndLinks: AttachmentsAndLinks = { attachments: [], lines: [], location: null };
  for (const item of toListOrEmpty(value)) {
    const attachment = toObjectOrEmpty(item);
    const payload = toObjectOrEmpty(attachment.payload);
    const kind = attachmentKinds[toTextOrEmpty(attachment.type)];
    const address = toHttpAddress(payload.url);
    const location = toLocation(
      toObjectOrEmpty(payload.coordinates),
      { latitude: "latitude", longitude: "longitude" },
      [toTextOrEmpty(payload.title), describeBusinessCard(payload.description)],
    );
    if (location) attachmentsAndLinks.location = location;
    else if (kind && address)
      attachmentsAndLinks.attachments.push({ kind, address, name: toTextOrEmpty(payload.name) || null });
    else {
      const lines = joinDistinctLines(
        toTextOrEmpty(payload.title),
        describeBusinessCard(payload.description),
        address ?? "",
      );
      if (lines) attachmentsAndLinks.lines.push(lines);
    }
  }
  return attachmentsAndLinks;
}

/**
 * Returns, as lines of text, the contact data that a person sent after the page asked for it (Zalo's event
 * `user_submit_info`).
 */
function readSubmittedInfo(info: JsonObject): string {
  const address = [info.address, info.ward, info.district, info.city]
    .map(toTextOrEmpty)
    .filter(Boolean)
    .join(", ");
  return joinDistinctLines(
    toTextOrEmpty(info.name),
    toExternalIdOrEmpty(info.phone) || toTextOrEmpty(info.phone),
    address,
  );
}

/** Reads the event in the body of a Zalo webhook. Returns null if the body does not have Zalo's form. Never throws. */
export function readZaloEvents(body: Buffer): ChannelEvent[] | null {
  const webhook = toObjectOrEmpty(parseJson(body.toString("utf8")));
  const name = toStorableEventName(webhook.event_name);
  return name === "" ? null : [readEvent(name, webhook)];
}

function readEvent(name: string, webhook: JsonObject): ChannelEvent {
  const sender = toExternalIdOrEmpty(toObjectOrEmpty(webhook.sender).id);
  const recipient = toExternalIdOrEmpty(toObjectOrEmpty(webhook.recipient).id);
  const followerId = toExternalIdOrEmpty(toObjectOrEmpty(webhook.follower).id);
  const isSentByPage = name.startsWith("oa_");
  const pageId = toExternalIdOrEmpty(webhook.oa_id) || (isSentByPage ? sender : recipient);
  const personId = followerId || (isSentByPage ? recipient : sender);
  const commonFields = { pageId, personId, at: toDateOrNow(webhook.timestamp) };
  const message = toObjectOrEmpty(webhook.message);
  const messageId = toExternalIdOrEmpty(message.msg_id);
  const unknownEvent: ChannelEvent = {
    ...commonFields,
    type: "unknown",
    name,
    key: computeEventKey(name, webhook.timestamp, personId, webhook),
  };
  if (pageId === "" || personId === "") return unknownEvent;
  const eventKey = computeEventKey(name, webhook.timestamp, personId);

  if (name.startsWith("user_send_") || name.startsWith("oa_send_")) {
    if (messageId === "") return unknownEvent;
    const { attachments, lines, location } = readAttachments(message.attachments);
    const writtenText = toTextOrEmpty(message.text);
    if (isSentByPage) {
      const text = joinDistinctLines(writtenText, ...lines);
      return { ...commonFields, key: messageId, type: "echo", messageId, isOurs: false, text, attachments };
    }
    const decodedChoice = decodeZaloChoice(writtenText);
    const text = joinDistinctLines(decodedChoice ? decodedChoice.label : writtenText, ...lines);
    const payload = decodedChoice?.id ?? null;
    if (text === "" && payload === null && attachments.length === 0 && location === null) return unknownEvent;
    return { ...commonFields, key: messageId, type: "message", text, payload, attachments, location };
  }
  switch (name) {
    case "user_submit_info": {
      const text = readSubmittedInfo(toObjectOrEmpty(webhook.info));
      if (text === "") return unknownEvent;
      const key = messageId || eventKey;
      return { ...commonFields, key, type: "message", text, payload: null, attachments: [], location: null };
    }
    case "user_received_message":
    case "user_seen_message": {
      const ids = [message.msg_id, ...toListOrEmpty(message.msg_ids)]
        .map(toExternalIdOrEmpty)
        .filter(Boolean);
      return {
        ...commonFields,
        key: computeEventKey(name, webhook.timestamp, personId, ids),
        type: name === "user_seen_message" ? "seen" : "delivered",
        messageIds: ids.length > 0 ? ids : null,
      };
    }
    case "follow":
    case "unfollow":
      return { ...commonFields, key: eventKey, type: name };
    default:
      return unknownEvent;
  }
}
