import { z } from "zod";
import { conversation, roomRoleSchema } from "./conversations.ts";
import { draft } from "./drafts.ts";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { systemLine } from "./lines.ts";
import { message } from "./messages.ts";
import { roomNoticeSchema } from "./notices.ts";

/** Below `/api`. */
export const livePath = "/live";
/** Milliseconds between the heart-beats of our own client, which asks the server for none. */
export const heartbeatOutgoing = 20_000;
/** Milliseconds of silence, 2.5 heart-beats, after which the server drops a client that did not agree on others. */
export const silenceLimit = 2.5 * heartbeatOutgoing;
/**
 * Live sockets of one person, on one process: their windows on all their devices, and whatever they have automated. What
 * is told to them is told to each. The next one is answered with ERROR
 * `ERR.TOO_MANY` and the seconds in `retry-after`, by when those that fell silent are gone.
 */
export const socketsPerPerson = 100;
/**
 * Live sockets from one network (an IPv4 address, an IPv6 /64), on one process: an office of 500 with four windows each.
 * The next handshake is answered with 429 and `Retry-After`.
 */
export const socketsPerNetwork = 2_000;
/**
 * STOMP frames a minute that one person may send on all sockets of one process, CONNECT included and heart-beats not: a
 * window reports its presence when what it shows changes. Past it comes ERROR `ERR.TOO_MANY` with `retry-after`.
 */
export const framesPerMinute = 1_200;
/** Milliseconds before our own client tries to connect again. */
export const reconnectDelay = 1_000;

/** What the live channel speaks and refuses, for those who write a client (Markdown). */
export const liveReference = `## The live channel

Changes arrive over a WebSocket at \`/api${livePath}\` that speaks STOMP 1.2, 1.1 and 1.0 (subprotocols \`v12.stomp\`, \`v11.stomp\`, \`v10.stomp\`; a socket speaks no version newer than its subprotocol).

- \`CONNECT\` carries \`Authorization: Bearer {access token}\`. Without an agreed version the ERROR names ours in \`version\`.
- \`heart-beat:cx,cy\`: each side beats as often as the client asks, once a second at most. A client that promises a beat at least every ${heartbeatOutgoing / 1000} s is dropped after 2.5 of its intervals without one. Every other client, and one of STOMP 1.0, gets WebSocket pings and is dropped after ${silenceLimit / 1000} s without an answer.
- \`SUBSCRIBE\` takes \`/queue/{endpoint}\` alone, the endpoint of \`GET /api/notifications/endpoint\`. One connection may have several subscriptions, each with its own \`id\`. Only \`ack:auto\` is served: nothing is delivered twice, what a client missed it asks of \`changes?since\`. \`ACK\` and \`NACK\` change nothing.
- \`SEND\` takes \`/app/presence\` alone. Messages are sent through the API. There are no transactions.
- A frame has at most 64 KB. Undefined escapes, a wrong content-length and unknown commands get an ERROR and end the connection.
- A client that stops reading is dropped. It connects again and asks for what it missed.`;

export const getEndpoint = endpoint({
  method: "GET",
  path: "/notifications/endpoint",
  guard: "signed-in",
  summary: "The unguessable name of my own live queue: subscribe to `/queue/{endpoint}`.",
  data: z.object({ endpoint: z.string() }),
});

const inRoom = { conversation_id: idSchema, seq: z.number().int() };

/**
 * What arrives on `/queue/{endpoint}`. Each carries the conversation's `seq` at that moment. The first group are changes
 * of the room: each takes the next number, so a receiver that sees a gap asks for `changes?since`. The others take
 * none: they are about the receiver alone, or of the moment.
 */
export const liveEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("MESSAGE_CREATED"), ...inRoom, message }),
  z.object({ type: z.literal("MESSAGE_UPDATED"), ...inRoom, message }),
  z.object({ type: z.literal("MESSAGE_DELETED"), ...inRoom, message }),
  z.object({ type: z.literal("REACTION_CHANGED"), ...inRoom, message }),
  /** A translation of it, or who is translating it. */
  z.object({ type: z.literal("TRANSLATION_CHANGED"), ...inRoom, message }),
  /** Its name or its people. */
  z.object({
    type: z.literal("CONVERSATION_CHANGED"),
    ...inRoom,
    name: z.string().nullable(),
    member_count: z.number().int(),
    /** Whose account was deleted: they left, and are shown by another name. */
    user_id: idSchema.optional(),
    /** What its history says of it. */
    line: systemLine.optional(),
  }),

  /** Changes up to `seq` may have been made of which nobody was told: who knows less asks for what they miss. */
  z.object({ type: z.literal("CHANGES_MISSED"), ...inRoom }),
  z.object({ type: z.literal("CONVERSATION_ADDED"), ...inRoom, conversation }),
  z.object({ type: z.literal("CONVERSATION_REMOVED"), ...inRoom }),
  /** My own settings of it. */
  z.object({
    type: z.literal("CONVERSATION_SET"),
    ...inRoom,
    role: roomRoleSchema,
    pinned: z.boolean(),
    muted: z.boolean(),
    notify_about: roomNoticeSchema.nullable(),
  }),
  z.object({
    type: z.literal("READ_CHANGED"),
    ...inRoom,
    read_number: z.number().int(),
    unread_count: z.number().int().min(0),
    mention_count: z.number().int().min(0),
  }),
  z.object({
    type: z.literal("THREAD_READ_CHANGED"),
    ...inRoom,
    parent_id: idSchema,
    read_number: z.number().int(),
    unread_count: z.number().int().min(0),
  }),
  z.object({
    type: z.literal("THREAD_FOLLOW_CHANGED"),
    ...inRoom,
    parent_id: idSchema,
    following: z.boolean(),
  }),
  z.object({ type: z.literal("DRAFT_CHANGED"), ...inRoom, draft }),
  z.object({ type: z.literal("BOOKMARK_CHANGED"), ...inRoom, message_id: idSchema }),

  /** How far others have read, gathered over a moment. */
  z.object({
    type: z.literal("SEEN"),
    ...inRoom,
    reads: z.array(z.object({ user_id: idSchema, read_number: z.number().int() })),
  }),
  z.object({ type: z.literal("TYPING"), ...inRoom, user_id: idSchema, parent_id: idSchema.nullable() }),
]);
export type LiveEvent = z.infer<typeof liveEvent>;

/** The events that take the next number of their conversation. */
export const numberedEvents = [
  "MESSAGE_CREATED",
  "MESSAGE_UPDATED",
  "MESSAGE_DELETED",
  "REACTION_CHANGED",
  "TRANSLATION_CHANGED",
  "CONVERSATION_CHANGED",
] as const satisfies readonly LiveEvent["type"][];
export type NumberedEvent = Extract<LiveEvent, { type: (typeof numberedEvents)[number] }>;

export function isNumbered(event: LiveEvent): event is NumberedEvent {
  return numberedEvents.some((type) => type === event.type);
}

/**
 * Where a client tells of itself, on its own socket: a STOMP SEND with a `presenceReport` as JSON. Everything else is
 * sent through the API.
 */
export const presenceDestination = "/app/presence";
/** The most people whose presence one client follows at a time: what a screen and its lists can show. */
export const maximumFollowed = 500;
/** Milliseconds without any input after which a visible page counts as idle. */
export const idleAfter = 5 * 60_000;
/** Milliseconds after which a hidden page counts as idle. */
export const hiddenIdleAfter = 60_000;

/**
 * `active` says whether somebody is at this device; until the first report, somebody is. `follow` names all whose
 * presence this client shows, in place of those it named before; of who shares no room with the reader nothing is told.
 */
export const presenceReport = z.strictObject({
  active: z.boolean().optional(),
  follow: z.array(idSchema).max(maximumFollowed).optional(),
});
export type PresenceReport = z.infer<typeof presenceReport>;

/**
 * `online` while somebody is at one of the person's devices, `away` while all of them are idle, else `offline`; `hidden`
 * for who does not want it shown.
 */
export const presenceStates = ["online", "away", "offline", "hidden"] as const;
export type PresenceState = (typeof presenceStates)[number];

/** On `/queue/{endpoint}`: people the client follows, at once when it begins to and then gathered over a second. */
export const presenceEvent = z.object({
  type: z.literal("PRESENCE"),
  people: z.array(
    z.object({
      user_id: idSchema,
      state: z.enum(presenceStates),
      /** Of who is offline: when they were last there, where it is known. */
      last_seen_at: z.iso.datetime().nullable(),
    }),
  ),
});
export type PresenceEvent = z.infer<typeof presenceEvent>;
export type PersonPresence = PresenceEvent["people"][number];
