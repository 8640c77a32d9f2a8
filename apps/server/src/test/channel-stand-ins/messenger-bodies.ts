import { z } from "zod";
import { GraphError } from "./messenger-errors.ts";
import type { StandInButton } from "./stand-in.ts";

// The schemas of the request bodies that Messenger's Send API accepts. The stand-in (fake Messenger) refuses every
// other body.

const countCharacters = (text: string) => [...text].length;
const boundedTextSchema = (field: string, maximum: number) =>
  z
    .string()
    .refine((text) => text.trim() !== "", `Param ${field} must be a non-empty UTF8 encoded string`)
    .refine(
      (text) => countCharacters(text) <= maximum,
      `Length of param ${field} must be less than or equal to ${maximum}`,
    )
    .refine((text) => text.isWellFormed(), `Param ${field} must be a non-empty UTF8 encoded string`);
const urlSchema = z.url({ protocol: /^https?$/, error: "URL should be represented as a valid URL" });

const quickReplySchema = z.strictObject({
  content_type: z.literal("text"),
  title: boundedTextSchema("title", 20),
  payload: boundedTextSchema("payload", 1_000),
});
const buttonSchema = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("postback"),
    title: boundedTextSchema("title", 20),
    payload: boundedTextSchema("payload", 1_000),
  }),
  z.strictObject({ type: z.literal("web_url"), title: boundedTextSchema("title", 20), url: urlSchema }),
]);
const buttonsSchema = z
  .array(buttonSchema)
  .min(1, "buttons must not be empty")
  .max(3, "too many buttons: at most 3");

const templateElementSchema = z
  .strictObject({
    title: boundedTextSchema("title", 80),
    subtitle: boundedTextSchema("subtitle", 80).optional(),
    image_url: urlSchema.optional(),
    buttons: buttonsSchema.optional(),
  })
  .refine(({ subtitle, image_url, buttons }) => subtitle ?? image_url ?? buttons, "Incomplete element data");
const templateSchema = z.discriminatedUnion("template_type", [
  z.strictObject({
    template_type: z.literal("button"),
    text: boundedTextSchema("text", 640),
    buttons: buttonsSchema,
  }),
  z.strictObject({
    template_type: z.literal("generic"),
    elements: z.array(templateElementSchema).min(1).max(10, "too many elements: at most 10"),
  }),
]);
const fileSchema = z.strictObject({ url: urlSchema, is_reusable: z.boolean().optional() });
const attachmentSchema = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("image"), payload: fileSchema }),
  z.strictObject({ type: z.literal("video"), payload: fileSchema }),
  z.strictObject({ type: z.literal("audio"), payload: fileSchema }),
  z.strictObject({ type: z.literal("file"), payload: fileSchema }),
  z.strictObject({ type: z.literal("template"), payload: templateSchema }),
]);

const sendBodySchema = z
  .strictObject({
    recipient: z.strictObject({ id: z.string() }),
    messaging_type: z.enum(["RESPONSE", "UPDATE", "MESSAGE_TAG"]),
    tag: z.literal("HUMAN_AGENT").optional(),
    message: z
      .strictObject({
        text: boundedTextSchema("message[text]", 2_000).optional(),
        attachment: attachmentSchema.optional(),
        quick_replies: z
          .array(quickReplySchema)
          .min(1)
          .max(13, "too many quick replies: at most 13")
          .optional(),
        metadata: boundedTextSchema("metadata", 1_000).optional(),
      })
      .refine(({ text, attachment }) => (text === undefined) !== (attachment === undefined), {
        error: "Message cannot be empty, must provide valid attachment or text",
      }),
  })
  .refine(({ messaging_type, tag }) => (messaging_type === "MESSAGE_TAG") === (tag !== undefined), {
    error: "A tag goes with MESSAGE_TAG, and with nothing else",
  });
export type MessengerSendBody = z.infer<typeof sendBodySchema>;

/** Parses a request body of the Send API. Throws GraphError if Messenger would refuse it. */
export function parseSendBody(body: string): MessengerSendBody {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    throw new GraphError(100, "The body is no JSON.");
  }
  const parseResult = sendBodySchema.safeParse(json);
  if (parseResult.success) return parseResult.data;
  const issue = parseResult.error.issues[0];
  throw new GraphError(100, `${issue?.message} (${issue?.path.join(".")})`);
}

const toStandInButton = (sentButton: z.infer<typeof buttonSchema>): StandInButton => ({
  title: sentButton.title,
  payload: sentButton.type === "postback" ? sentButton.payload : null,
  address: sentButton.type === "web_url" ? sentButton.url : null,
});

/** Converts a message of the Send API to a message as the customer sees it. */
export function shownContentOf({ text = "", attachment, quick_replies = [] }: MessengerSendBody["message"]) {
  const quickReplyButtons: StandInButton[] = quick_replies.map(({ title, payload }) => ({
    title,
    payload,
    address: null,
  }));
  if (!attachment) return { text, attachments: [], buttons: quickReplyButtons };
  if (attachment.type !== "template")
    return {
      text,
      attachments: [{ type: attachment.type, url: attachment.payload.url }],
      buttons: quickReplyButtons,
    };
  const { payload } = attachment;
  if (payload.template_type === "button")
    return {
      text: payload.text,
      attachments: [],
      buttons: [...payload.buttons.map(toStandInButton), ...quickReplyButtons],
    };
  return {
    text: payload.elements
      .map(({ title, subtitle }) => [title, subtitle].filter(Boolean).join("\n"))
      .join("\n\n"),
    attachments: payload.elements.flatMap(({ image_url: url }) => (url ? [{ type: "image", url }] : [])),
    buttons: [
      ...payload.elements.flatMap(({ buttons = [] }) => buttons.map(toStandInButton)),
      ...quickReplyButtons,
    ],
  };
}
