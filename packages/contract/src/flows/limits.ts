import { z } from "zod";

/**
 * The limits of a flow. A large story has 500 blocks; the canvas can draw and check 2,000 blocks without a noticeable
 * pause.
 */
export const flowLimits = {
  groups: 500,
  blocksOfGroup: 100,
  blocks: 2_000,
  edges: 4_000,
  variables: 200,
  /** Maximum items of a question, or branches of a condition. */
  items: 30,
  buttons: 10,
  conditions: 10,
  headers: 10,
  saves: 20,
  /** Maximum bytes of the whole flow as JSON in UTF-8. A request body may have at most 512 kB. */
  bytes: 400_000,
} as const;

/** Maximum UTF-16 code units of each text in a flow. */
export const flowTextLimits = {
  text: 5_000,
  label: 100,
  title: 200,
  address: 2_000,
  body: 10_000,
  tag: 50,
} as const;

/** Maximum UTF-16 code units of a variable's value. */
export const maximumVariableValueLength = 1_000;
/** Maximum UTF-16 code units of a text after its variables are filled in. */
export const maximumFilledTextLength = 5_000;
/** Maximum UTF-16 code units of a visitor's message. */
export const maximumVisitorMessageLength = 10_000;
/**
 * Maximum blocks that run in one turn. A turn is the reaction to one event. The specification requires "at most 100
 * steps a turn".
 */
export const maximumStepsPerTurn = 100;
/**
 * Maximum bytes of the messages and requests of one turn, as JSON in UTF-8. Even a short story can send very long
 * messages, because a message can contain many variables.
 */
export const maximumTurnBytes = 512 * 1024;
export const maximumTagsPerVisitor = 50;
/** A story reads at most this many UTF-16 code units of another server's response. */
export const maximumResponseLength = 65_536;
/** The longest possible wait in a story: seven days. */
export const maximumWaitSeconds = 7 * 24 * 3_600;

/** The platforms on which visitors write to a bot. */
export const allBotPlatforms = ["MESSENGER", "ZALO", "WEB"] as const;
export const botPlatformSchema = z.enum(allBotPlatforms).meta({ id: "BotPlatform" });
export type BotPlatform = z.infer<typeof botPlatformSchema>;
/** The initial platform in the settings of a new bot, if the bot uses this platform. */
export const preferredPlatformOfNewBot: BotPlatform = "MESSENGER";

interface PlatformLimits {
  readonly text: number;
  readonly replies: number;
  readonly replyLabel: number;
  readonly cardTitle: number;
  readonly cardText: number;
  readonly buttons: number;
  readonly buttonLabel: number;
}

/**
 * The size limits of one message on each platform. Texts are counted in characters (code points).
 *
 * - MESSENGER: limits of Meta's Send API. A text has 2,000 characters. There are at most 13 quick replies, with 20
 *   characters each. A generic template has a title and a subtitle with 80 characters each, and at most 3 buttons with
 *   20 characters each.
 * - ZALO: limits of the Official Account API. A text has 2,000 characters, and error -210 refuses longer ones. A
 *   template with buttons has a title of 100 characters, a text of 500, and at most 5 buttons with 100 characters each.
 *   The API has no quick replies, so ordinary buttons replace them.
 * - WEB: our own widget. It shows everything that a flow can contain.
 */
export const platformLimits: Readonly<Record<BotPlatform, PlatformLimits>> = {
  MESSENGER: {
    text: 2_000,
    replies: 13,
    replyLabel: 20,
    cardTitle: 80,
    cardText: 80,
    buttons: 3,
    buttonLabel: 20,
  },
  ZALO: {
    text: 2_000,
    replies: 5,
    replyLabel: 100,
    cardTitle: 100,
    cardText: 500,
    buttons: 5,
    buttonLabel: 100,
  },
  WEB: {
    text: flowTextLimits.text,
    replies: flowLimits.items,
    replyLabel: flowTextLimits.label,
    cardTitle: flowTextLimits.title,
    cardText: flowTextLimits.text,
    buttons: flowLimits.buttons,
    buttonLabel: flowTextLimits.label,
  },
};
