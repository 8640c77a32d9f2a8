import { z } from "zod";
import { conversationSchema, roomRoleSchema } from "./conversations.ts";
import { chatDraftSchema } from "./drafts.ts";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { systemLineSchema } from "./lines.ts";
import { messageSchema } from "./messages.ts";
import { roomNoticeSchema } from "./notices.ts";

/** The path of the live channel below `/api`. */
export const livePath = "/live";
/**
 * Milliseconds between the heart-beats of the site's own client. The client requests no heart-beats from the server.
 */
export const heartbeatOutgoingMs = 20_000;
/**
 * The server disconnects a client after this many milliseconds without a frame, if the client has not negotiated its
 * own heart-beats. It is the time of 2.5 heart-beats of the site's client.
 */
export const maximumSilenceMs = 2.5 * heartbeatOutgoingMs;
/**
 * Maximum WebSockets of one person on one process, over all windows, devices and scripts. The number is limited,
 * because every event is sent to each of them. A further WebSocket gets ERROR `ERR.TOO_MANY`. Within `retry-after`
 * seconds, the server closes WebSockets that are silent, so that there may be room again.
 */
export const maximumSocketsPerPerson = 100;
/**
 * Maximum WebSockets of one network (an IPv4 address or an IPv6 /64) on one process. It is enough for an office of 500
 * people with four windows each. A further handshake gets 429 with `Retry-After`.
 */
export const maximumSocketsPerNetwork = 2_000;
/**
 * Maximum STOMP frames that one person may send per minute, over all WebSockets of one process. CONNECT counts,
 * heart-beats do not. A window sends a frame whenever the set of people that it shows changes. A further frame gets
 * ERROR `ERR.TOO_MANY` with `retry-after`.
 */
export const framesPerMinute = 1_200;
/** Maximum bytes of one STOMP frame. Real frames have at most a tenth of it. */
export const maximumFrameBytes = 64 * 1024;
/**
 * Maximum WebSocket fragments of one message. However few bytes a fragment has, it takes memory of its own. A client
 * that writes a frame of the maximum size through a buffer of 2 KB sends 32 fragments.
 */
export const maximumMessageFragments = 32;
/**
 * A new WebSocket must send CONNECT within this many milliseconds. The same time limit applies to an incomplete frame.
 */
export const frameTimeoutMs = 10_000;
/**
 * Maximum frames that a client may send before it gets CONNECTED, including CONNECT. The server keeps these frames in
 * memory.
 */
export const maximumFramesBeforeConnected = 32;
/** Maximum subscriptions of one connection. Each subscription gets a copy of every message. */
export const maximumSubscriptionsPerConnection = 8;
/** Maximum characters of a subscription's id. The id is sent with every message. */
export const maximumSubscriptionIdLength = 200;
/** The site's own client reconnects this many milliseconds after it lost the connection. */
export const reconnectDelayMs = 1_000;

/** The documentation of the live channel's protocol and errors, in Markdown, for authors of other clients. */
export const liveChannelDocumentation = `## The live channel

Changes arrive over a WebSocket at \`/api${livePath}\` that speaks STOMP 1.2, 1.1 and 1.0 (subprotocols \`v12.stomp\`, \`v11.stomp\`, \`v10.stomp\`; a socket speaks no version newer than its subprotocol).

- \`CONNECT\` carries \`Authorization: Bearer {access token}\`. Without an agreed version the ERROR names ours in \`version\`.
- \`heart-beat:cx,cy\`: each side beats as often as the client asks, once a second at most. A client that promises a beat at least every ${heartbeatOutgoingMs / 1000} s is dropped after 2.5 of its intervals without one. Every other client, and one of STOMP 1.0, gets WebSocket pings and is dropped after ${maximumSilenceMs / 1000} s without an answer.
- \`SUBSCRIBE\` takes \`/queue/{endpoint}\` alone, the endpoint of \`GET /api/notifications/endpoint\`. One connection may have several subscriptions, each with its own \`id\`. Only \`ack:auto\` is served: nothing is delivered twice, what a client missed it asks of \`changes?since\`. \`ACK\` and \`NACK\` change nothing.
- \`SEND\` takes \`/app/presence\` (whether somebody is there, and whose presence is shown) and \`/app/story-editor\` (where an editor of a bot's story points). Messages are sent through the API. There are no transactions.
- A \`receipt\` is answered for every frame that is accepted, \`CONNECT\` aside. Frames are answered in their order.
- One WebSocket message may hold several frames, and a frame of a client may come in several messages.
- A client that stops reading is dropped. It connects again and asks for what it missed.

### What is refused

A refusal is an ERROR with the reason in \`message\` and as its body, and with \`receipt-id\` where a frame after CONNECTED that could be read asked for a receipt. Then the socket closes with 1008. Nothing that follows an ERROR or a \`DISCONNECT\` is read.

- Another first frame than \`CONNECT\` or \`STOMP\`; none within ${frameTimeoutMs / 1000} s; more than ${maximumFramesBeforeConnected} frames or ${maximumFrameBytes / 1024} KB before CONNECTED; a second \`CONNECT\`.
- \`CONNECT\` without a token (\`login\` and \`passcode\` are none), with a version that is not ours, or with a \`heart-beat\` that is not two numbers. A token that is no longer valid gets its code, \`ERR.TOK…\`. A session that ends later ends its sockets.
- \`SUBSCRIBE\` to any other queue or topic; without an \`id\` (from STOMP 1.1 on) or with one of more than ${maximumSubscriptionIdLength} characters; with another \`ack\` than \`auto\`; more than ${maximumSubscriptionsPerConnection} subscriptions at once.
- \`UNSUBSCRIBE\`, \`ACK\` and \`NACK\` that do not say what they are for.
- \`SEND\` to any other destination, queues and topics too; with a \`transaction\`; with a body that is not what the destination takes.
- \`BEGIN\`, \`COMMIT\`, \`ABORT\` and unknown commands.
- A frame of more than ${maximumFrameBytes / 1024} KB, or one that is not complete within ${frameTimeoutMs / 1000} s. A larger WebSocket message closes the socket with 1009, a text message that is not UTF-8 with 1007, one in more than ${maximumMessageFragments} fragments with 1008, all without an ERROR.
- Bytes that are not UTF-8, undefined escapes, a wrong \`content-length\`, a header without a name and a colon, a carriage return or a NUL in a header, and a body where the command has none.
- More than ${framesPerMinute} frames a minute of one person, or more than ${maximumSocketsPerPerson} sockets: \`ERR.TOO_MANY\` with \`retry-after\` in seconds. More than ${maximumSocketsPerNetwork} sockets of one network: the handshake gets 429.

The server closes with 1012 when it restarts, or when it may have missed something: connect again.`;

export const getLiveEndpoint = endpoint({
  method: "GET",
  path: "/notifications/endpoint",
  guard: "signed-in",
  limit: limits.read,
  summary: "Returns the unguessable name of the caller's own live queue. Subscribe to `/queue/{endpoint}`.",
  data: z.object({ endpoint: z.string().max(200) }),
});

const roomEventFields = { conversation_id: idSchema, seq: z.number().int() };

/**
 * The events on `/queue/{endpoint}`. Each contains the conversation's current `seq`. The events from MESSAGE_CREATED to
 * CONVERSATION_CHANGED change the room and increase its `seq`. A client that sees a gap requests `changes?since`. All
 * other events do not increase `seq`, because they concern only one reader or only the present moment.
 */
export const liveEventSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("MESSAGE_CREATED"), ...roomEventFields, message: messageSchema }),
  z.object({ type: z.literal("MESSAGE_UPDATED"), ...roomEventFields, message: messageSchema }),
  z.object({ type: z.literal("MESSAGE_DELETED"), ...roomEventFields, message: messageSchema }),
  z.object({ type: z.literal("REACTION_CHANGED"), ...roomEventFields, message: messageSchema }),
  /** A translation of the message changed, or somebody began or stopped translating the message. */
  z.object({ type: z.literal("TRANSLATION_CHANGED"), ...roomEventFields, message: messageSchema }),
  /**
   * The room's name or its members changed, or something else happened that a system line tells, for example an agent
   * accepted the talk.
   */
  z.object({
    type: z.literal("CONVERSATION_CHANGED"),
    ...roomEventFields,
    name: z.string().nullable(),
    member_count: z.number().int(),
    /**
     * The person whose account was deleted. This person has left the room, and is shown under another name. Absent: no
     * account was deleted.
     */
    user_id: idSchema.optional(),
    /** The system line that the change added to the room's history. */
    line: systemLineSchema.optional(),
  }),

  /**
   * Some events may not have reached the client, up to the one with this `seq`. A client with an older `seq` must
   * request the changes.
   */
  z.object({ type: z.literal("CHANGES_MISSED"), ...roomEventFields }),
  z.object({ type: z.literal("CONVERSATION_ADDED"), ...roomEventFields, conversation: conversationSchema }),
  z.object({ type: z.literal("CONVERSATION_REMOVED"), ...roomEventFields }),
  /** The reader changed their own settings for the room. */
  z.object({
    type: z.literal("CONVERSATION_SET"),
    ...roomEventFields,
    role: roomRoleSchema,
    pinned: z.boolean(),
    muted: z.boolean(),
    notify_about: roomNoticeSchema.nullable(),
  }),
  z.object({
    type: z.literal("READ_CHANGED"),
    ...roomEventFields,
    read_number: z.number().int(),
    unread_count: z.number().int().min(0),
    mention_count: z.number().int().min(0),
  }),
  z.object({
    type: z.literal("THREAD_READ_CHANGED"),
    ...roomEventFields,
    parent_id: idSchema,
    read_number: z.number().int(),
    unread_count: z.number().int().min(0),
  }),
  z.object({
    type: z.literal("THREAD_FOLLOW_CHANGED"),
    ...roomEventFields,
    parent_id: idSchema,
    following: z.boolean(),
  }),
  z.object({ type: z.literal("DRAFT_CHANGED"), ...roomEventFields, draft: chatDraftSchema }),
  z.object({ type: z.literal("BOOKMARK_CHANGED"), ...roomEventFields, message_id: idSchema }),

  /**
   * Other members have read up to a message. The server collects such changes for a short time before it sends them.
   */
  z.object({
    type: z.literal("SEEN"),
    ...roomEventFields,
    reads: z.array(z.object({ user_id: idSchema, read_number: z.number().int() })),
  }),
  z.object({
    type: z.literal("TYPING"),
    ...roomEventFields,
    user_id: idSchema,
    parent_id: idSchema.nullable(),
  }),
]);
export type LiveEvent = z.infer<typeof liveEventSchema>;

/**
 * The live events that increase the `seq` of their conversation. If a client gets two of them and the numbers between
 * are missing, it has missed a change.
 */
export const sequencedEventTypes = [
  "MESSAGE_CREATED",
  "MESSAGE_UPDATED",
  "MESSAGE_DELETED",
  "REACTION_CHANGED",
  "TRANSLATION_CHANGED",
  "CONVERSATION_CHANGED",
] as const satisfies readonly LiveEvent["type"][];
export type SequencedEvent = Extract<LiveEvent, { type: (typeof sequencedEventTypes)[number] }>;

export function isSequencedEvent(event: LiveEvent): event is SequencedEvent {
  return sequencedEventTypes.some((type) => type === event.type);
}

/**
 * The STOMP destination to which a client sends its presence as JSON (`presenceReportSchema`). Story editors send to
 * `storyEditorDestination` instead. Everything else is sent through the HTTP API.
 */
export const presenceDestination = "/app/presence";
/** Maximum people whose presence one client follows. It is enough for all lists on a screen. */
export const maximumFollowedPeople = 500;
/** A visible page counts as idle after this many milliseconds without input. */
export const idleAfterMs = 5 * 60_000;
/** A hidden page counts as idle after this many milliseconds. */
export const hiddenIdleAfterMs = 60_000;

/**
 * What a client sends about presence. `active`: whether somebody is using this device. Until the client sends `active`,
 * the device counts as used. `follow`: all people whose presence this client shows. Each list replaces the previous
 * one. The server sends no presence of people who share no room with the reader.
 */
export const presenceReportSchema = z.strictObject({
  active: z.boolean().optional(),
  follow: z.array(idSchema).max(maximumFollowedPeople).optional(),
});
export type PresenceReport = z.infer<typeof presenceReportSchema>;

/**
 * A person's presence. `online`: somebody uses one of the person's devices. `away`: all their devices are
 * idle. `offline`: no device is connected. `hidden`: the person hides their presence.
 */
export const presenceStates = ["online", "away", "offline", "hidden"] as const;
export type PresenceState = (typeof presenceStates)[number];

/**
 * A live event on `/queue/{endpoint}` with the presence of people whom the client follows. The server sends the first
 * event at once. Later it collects the changes of a second into one event.
 */
export const presenceEventSchema = z.object({
  type: z.literal("PRESENCE"),
  people: z.array(
    z.object({
      user_id: idSchema,
      state: z.enum(presenceStates),
      /** When an offline person was last online. Null: unknown. */
      last_seen_at: z.iso.datetime().nullable(),
    }),
  ),
});
export type PresenceEvent = z.infer<typeof presenceEventSchema>;
export type PersonPresence = PresenceEvent["people"][number];
