import { expect, test } from "vitest";
import { isBlank } from "./blank.ts";
import { messageTextSchema } from "./message-text.ts";
import { sendMessage } from "./messages.ts";
import { createTranslation } from "./translations.ts";

const blankTexts = [
  "",
  " \n\t",
  "\u3000\u00a0",
  "\u200b\u200d\ufeff",
  "\u2800",
  "\u3164",
  "\u00ad\u2060",
  "\ufe0f",
];

test.each(blankTexts.map((text) => [JSON.stringify(text), text]))("%s is blank", (_, text) => {
  expect(isBlank(text)).toBe(true);
  expect(messageTextSchema.safeParse(text).success).toBe(false);
  const client_id = "01a1fccf-8f41-7324-81d0-f288834d6a71";
  expect(sendMessage.body.safeParse({ client_id, content: text }).success).toBe(false);
  expect(sendMessage.body.safeParse({ client_id, content: text, file_ids: [client_id] }).success).toBe(true);
  expect(createTranslation.body.safeParse({ content: text }).success).toBe(false);
});

test.each(["a", "。", "👍", "👨‍👩‍👧‍👦", "\u200bx", "-", "\ue000"])("%s is not blank", (text) => {
  expect(isBlank(text)).toBe(false);
});
