import { z } from "zod";
import { maximumAnswer } from "./flows/limits.ts";
import { sayEffect } from "./flows/session.ts";
import { partId } from "./flows/texts.ts";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { cutList } from "./kit/page.ts";
import { languageSchema } from "./languages.ts";

/** The header that carries a visitor's token. Visitors have no account, and their browser may refuse cookies. */
export const visitorTokenHeader = "x-visitor-token";
/** The most turns of one session in a minute, and in all. */
export const maximumTurnsPerMinute = 60;
export const maximumTurns = 10_000;
/** Days for which a session is kept after its last turn. */
export const sessionDays = 365;
/** The most turns in one answer. */
export const turnsPage = 50;

/** What a visitor wrote, and what the bot said then. */
const visitorTurn = z
  .object({
    number: z.number().int().min(1),
    /** Null where the bot goes on by itself. */
    content: z.string().max(maximumAnswer).nullable(),
    /** The item that was pressed. */
    choice: z.string().max(40).nullable(),
    said: z
      .array(sayEffect.shape.message)
      .max(250)
      .meta({ "x-maximum-bytes": 1024 * 1024 }),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "VisitorTurn" });
export type VisitorTurn = z.infer<typeof visitorTurn>;

const turns = cutList(visitorTurn, turnsPage);
const ofBot = z.strictObject({ bot_id: idSchema });

export const startVisit = endpoint({
  method: "POST",
  path: "/w/:bot_id/sessions",
  guard: "anyone",
  limit: { perMinute: 30 },
  summary:
    "Begins a conversation with a bot that is open on the web: its first story must be published and switched on. The token is shown once; it goes into the header `x-visitor-token` of the other calls.",
  params: ofBot,
  body: z.strictObject({ language: languageSchema }).meta({ id: "VisitBody" }),
  data: z
    .object({ token: z.string().max(100), language: languageSchema, messages: turns })
    .meta({ id: "Visit" }),
});

export const sendToBot = endpoint({
  method: "POST",
  path: "/w/:bot_id/messages",
  guard: "anyone",
  limit: { perMinute: 300 },
  summary: `Sends the visitor's answer, and tells what the bot says to it. The same \`client_id\` again is answered with the same turn. At most ${maximumTurnsPerMinute} a minute.`,
  params: ofBot,
  body: z
    .strictObject({
      client_id: z.uuid().toLowerCase(),
      content: z.string().max(maximumAnswer).default(""),
      choice: partId.nullable().default(null),
    })
    .refine(({ content, choice }) => content.trim() !== "" || choice !== null, {
      error: "required",
      path: ["content"],
    })
    .meta({ id: "VisitorMessageBody" }),
  data: z.object({ messages: turns }).meta({ id: "VisitorAnswer" }),
});

export const listVisit = endpoint({
  method: "GET",
  path: "/w/:bot_id/messages",
  guard: "anyone",
  limit: { perMinute: 300 },
  summary: "The turns after `since`, the oldest first; what a timer or another server brought is among them.",
  params: ofBot,
  query: z.strictObject({ since: z.coerce.number().int().min(0).max(1_000_000).default(0) }),
  data: z.object({ messages: turns, has_more: z.boolean() }).meta({ id: "VisitorTurns" }),
});
