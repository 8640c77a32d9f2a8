import { z } from "zod";
import type { StandInButton } from "./stand-in.ts";
import { ZaloError } from "./zalo-errors.ts";

// The schemas of the request bodies that Zalo accepts for consultation messages (`message/cs`). The stand-in (fake
// Zalo) refuses every other body.

const countCharacters = (text: string) => [...text].length;
const boundedTextSchema = (maximum: number) =>
  z
    .string()
    .refine((text) => text.trim() !== "" && text.isWellFormed(), "is empty")
    .refine((text) => countCharacters(text) <= maximum, `has more than ${maximum} characters`);
const urlSchema = z.url({ protocol: /^https?$/ });

const titleSchema = boundedTextSchema(100);
const buttonSchema = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("oa.query.show"), title: titleSchema, payload: boundedTextSchema(1_000) }),
  z.strictObject({ type: z.literal("oa.query.hide"), title: titleSchema, payload: boundedTextSchema(1_000) }),
  z.strictObject({
    type: z.literal("oa.open.url"),
    title: titleSchema,
    payload: z.strictObject({ url: urlSchema }),
  }),
]);
const mediaElementSchema = z.strictObject({ media_type: z.enum(["image", "gif"]), url: urlSchema });
const buttonPayloadSchema = z.union([
  z.strictObject({ buttons: z.array(buttonSchema).min(1).max(5) }),
  z.strictObject({ template_type: z.literal("media"), elements: z.array(mediaElementSchema).length(1) }),
]);

const sendBody = z.strictObject({
  recipient: z.strictObject({ user_id: z.string() }),
  message: z.strictObject({
    text: z.string().optional(),
    attachment: z.strictObject({ type: z.literal("template"), payload: buttonPayloadSchema }).optional(),
  }),
});
export type ZaloSendBody = z.infer<typeof sendBody>;

const maximumLengthWithButtons = 500;
const maximumTextLength = 2_000;

/** Parses the body of a request to Zalo's API. Throws ZaloError if Zalo would refuse the body. */
export function parseSendBody(body: string): ZaloSendBody {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    throw new ZaloError(-201, "The body is no JSON");
  }
  const parsed = sendBody.safeParse(json);
  if (!parsed.success) throw new ZaloError(-201, `Params is invalid: ${parsed.error.issues[0]?.message}`);
  const { text, attachment } = parsed.data.message;
  const hasButtons = attachment !== undefined && "buttons" in attachment.payload;
  if (text !== undefined && countCharacters(text) > maximumTextLength) throw new ZaloError(-210);
  if (text !== undefined && (text.trim() === "" || !text.isWellFormed()))
    throw new ZaloError(-201, "Params is invalid: the text is empty");
  if (text === undefined && (attachment === undefined || hasButtons))
    throw new ZaloError(-201, "Params is invalid: the text is missing");
  if (hasButtons && text !== undefined && countCharacters(text) > maximumLengthWithButtons)
    throw new ZaloError(-210, "The text above buttons is too long");
  return parsed.data;
}

const toStandInButton = (sentButton: z.infer<typeof buttonSchema>): StandInButton => ({
  title: sentButton.title,
  payload: sentButton.type === "oa.open.url" ? null : sentButton.payload,
  address: sentButton.type === "oa.open.url" ? sentButton.payload.url : null,
});

/** Converts a message of Zalo's API to a message as the customer sees it. */
export function shownContentOf({ text = "", attachment }: ZaloSendBody["message"]) {
  if (!attachment) return { text, attachments: [], buttons: [] };
  const { payload } = attachment;
  if ("buttons" in payload) return { text, attachments: [], buttons: payload.buttons.map(toStandInButton) };
  const attachments = payload.elements.map(({ media_type: type, url }) => ({ type, url }));
  return { text, attachments, buttons: [] };
}
