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

// Reads the bodies of Messenger's webhook: `{ object: "page", entry: [{ id, time, messaging: [...] }] }`.

const attachmentKinds: Readonly<Record<string, IncomingAttachment["kind"]>> = {
  image: "image",
  video: "video",
  audio: "audio",
  file: "file",
};

interface AttachmentsAndLinks {
  attachments: IncomingAttachment[];
  /** The links and posts that the person shared, as lines of text. */
  lines: string[];
  location: IncomingLocation | null;
}

function readAttachments(value: unknown): AttachmentsAndLinks {
  const attachmentsAndLinks: AttachmentsAndLinks = { attachments: [], lines: [], location: null };
  for (const item of toListOrEmpty(value)) {
    const attachment = toObjectOrEmpty(item);
    const payload = toObjectOrEmpty(attachment.payload);
    const type = toTextOrEmpty(attachment.type);
    const address = toHttpAddress(payload.url) ?? toHttpAddress(attachment.url);
    const title = toTextOrEmpty(payload.title) || toTextOrEmpty(attachment.title);
    const location = toLocation(
      toObjectOrEmpty(payload.coordinates),
      { latitude: "lat", longitude: "long" },
      [title],
    );
    const kind = attachmentKinds[type];
    if (location) attachmentsAndLinks.location = location;
    else if (kind && address) {
      const isSticker = payload.sticker_id !== undefined;
      attachmentsAndLinks.attachments.push({
        kind: isSticker ? "sticker" : kind,
        address,
        name: title || null,
      });
    }
    // An attachment that is no file, such as a shared link, a post or a reel, becomes lines of text.
    else if (title || address) attachmentsAndLinks.lines.push(joinDistinctLines(title, address ?? ""));
  }
  return attachmentsAndLinks;
}

function readMessagingItem(item: JsonObject, entry: JsonObject, appId: string): ChannelEvent {
  const pageId = toExternalIdOrEmpty(entry.id);
  const message = toObjectOrEmpty(item.message);
  const isEcho = message.is_echo === true;
  const personId = toExternalIdOrEmpty(toObjectOrEmpty(isEcho ? item.recipient : item.sender).id);
  const eventTimestamp = item.timestamp ?? entry.time;
  const commonFields = { pageId, personId, at: toDateOrNow(eventTimestamp) };
  const createUnknownEvent = (name: string): ChannelEvent => ({
    ...commonFields,
    type: "unknown",
    name,
    key: computeEventKey(name, eventTimestamp, personId, item),
  });
  const name = findEventKind(item);
  if (personId === "" || pageId === "") return createUnknownEvent(name);

  if (name === "message") {
    const messageId = toExternalIdOrEmpty(message.mid);
    if (messageId === "") return createUnknownEvent(name);
    const { attachments, lines, location } = readAttachments(message.attachments);
    const text = joinDistinctLines(toTextOrEmpty(message.text), ...lines);
    if (isEcho) {
      const isOurs = toExternalIdOrEmpty(message.app_id) === appId;
      return { ...commonFields, key: messageId, type: "echo", messageId, isOurs, text, attachments };
    }
    const payload = toTextOrEmpty(toObjectOrEmpty(message.quick_reply).payload) || null;
    // If a message has content that Messenger does not pass on, such as a poll, Messenger sends an empty message.
    if (text === "" && payload === null && attachments.length === 0 && location === null)
      return createUnknownEvent(name);
    return { ...commonFields, key: messageId, type: "message", text, payload, attachments, location };
  }
  if (name === "postback") {
    const postback = toObjectOrEmpty(item.postback);
    const payload = toTextOrEmpty(postback.payload);
    const title = toTextOrEmpty(postback.title);
    if (payload === "" && title === "") return createUnknownEvent(name);
    return {
      ...commonFields,
      key: toExternalIdOrEmpty(postback.mid) || computeEventKey(name, eventTimestamp, personId, payload),
      type: "message",
      text: title,
      payload: payload || null,
      attachments: [],
      location: null,
    };
  }
  if (name === "delivery" || name === "read") {
    const deliveryReceipt = toObjectOrEmpty(item[name]);
    const messageIds = toListOrEmpty(deliveryReceipt.mids).map(toExternalIdOrEmpty).filter(Boolean);
    return {
      ...commonFields,
      // If an event that messages were delivered or read has no message ids, it applies to all messages up to the time
      // in `watermark`.
      at: toDateOrNow(deliveryReceipt.watermark ?? eventTimestamp),
      key: computeEventKey(name, deliveryReceipt.watermark, personId, messageIds),
      type: name === "read" ? "seen" : "delivered",
      messageIds: messageIds.length > 0 ? messageIds : null,
    };
  }
  return createUnknownEvent(name);
}

const knownEventKinds = ["message", "postback", "delivery", "read"] as const;
const envelopeFields = ["sender", "recipient", "timestamp"];

/** Returns the kind of an event. For an unknown kind, returns the first field name that we do not know. */
function findEventKind(item: JsonObject): string {
  const knownKind = knownEventKinds.find((name) => typeof item[name] === "object" && item[name] !== null);
  return (
    knownKind ??
    (toStorableEventName(Object.keys(item).find((name) => !envelopeFields.includes(name))) || "nothing")
  );
}

/**
 * Reads the events in the body of a Messenger webhook. Returns null if the body does not have Messenger's form. Never
 * throws.
 */
export function readMessengerEvents(body: Buffer, appId: string): ChannelEvent[] | null {
  const webhook = toObjectOrEmpty(parseJson(body.toString("utf8")));
  if (webhook.object !== "page" || !Array.isArray(webhook.entry)) return null;
  return webhook.entry.flatMap((value: unknown): ChannelEvent[] => {
    const entry = toObjectOrEmpty(value);
    if (Array.isArray(entry.messaging))
      return entry.messaging.map((item: unknown) => readMessagingItem(toObjectOrEmpty(item), entry, appId));
    const name = toStorableEventName(Object.keys(entry).find((key) => key !== "id" && key !== "time"));
    return [
      {
        pageId: toExternalIdOrEmpty(entry.id),
        personId: "",
        at: toDateOrNow(entry.time),
        type: "unknown",
        name: name || "entry",
        key: computeEventKey("entry", value),
      },
    ];
  });
}
