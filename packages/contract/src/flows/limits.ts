import { z } from "zod";

/** The most of each part of one flow. 500 blocks are a large story; four times that still draws and checks at once. */
export const flowLimits = {
  groups: 500,
  blocksOfGroup: 100,
  blocks: 2_000,
  edges: 4_000,
  variables: 200,
  /** Items of a question, branches of a condition. */
  items: 30,
  buttons: 10,
  conditions: 10,
  headers: 10,
  saves: 20,
  /** Bytes of the whole as JSON in UTF-8. A request's body may have 512 kB. */
  bytes: 400_000,
} as const;

/** The most UTF-16 code units of each text in a flow. */
export const textLimits = {
  text: 5_000,
  label: 100,
  title: 200,
  address: 2_000,
  body: 10_000,
  tag: 50,
} as const;

/** The most UTF-16 code units of a variable's value, and of a text after its variables were put in. */
export const maximumValue = 1_000;
export const maximumShownText = 5_000;
/** The most UTF-16 code units of what a person writes to a bot in one message. */
export const maximumAnswer = 10_000;
/** The most blocks that one event runs (issue: "at most 100 steps a turn"). */
export const maximumSteps = 100;
export const maximumTags = 50;
/** The most UTF-16 code units that a flow reads of another server's answer. */
export const maximumResponse = 65_536;
/** Seven days. */
export const maximumWaitSeconds = 7 * 24 * 3_600;

/** Where a bot's visitors write. */
export const platforms = ["MESSENGER", "ZALO", "WEB"] as const;
export const platformSchema = z.enum(platforms).meta({ id: "BotPlatform" });
export type Platform = z.infer<typeof platformSchema>;
/** Bot state in the specification: the current platform. */
export const defaultPlatform: Platform = "MESSENGER";

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
 * What a platform shows of one message, in characters (code points) and pieces.
 *
 * - MESSENGER: Meta's Send API: text 2,000; 13 quick replies of 20; generic template: title 80, subtitle 80, 3 buttons
 *   of 20.
 * - ZALO: the Official Account API: text 2,000 (error -210 above); template with buttons: title 100, text 500, 5 buttons
 *   of 100. It has no quick replies; they are sent as such buttons.
 * - WEB: our own widget shows what a flow can hold.
 */
export const platformLimits: Readonly<Record<Platform, PlatformLimits>> = {
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
    text: textLimits.text,
    replies: flowLimits.items,
    replyLabel: textLimits.label,
    cardTitle: textLimits.title,
    cardText: textLimits.text,
    buttons: flowLimits.buttons,
    buttonLabel: textLimits.label,
  },
};
