import { z } from "zod";
import { conversationSchema, pinBodySchema } from "./conversations.ts";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { nameSchema } from "./names.ts";
import { roomNoticeSchema } from "./notices.ts";

// Requests that change a group's name, and a member's own settings of a conversation.

const idParams = z.strictObject({ id: idSchema });

export const changeConversationName = endpoint({
  method: "POST",
  path: "/conversations/:id/name/change",
  guard: "active",
  limit: limits.form,
  summary: "Renames a group.",
  params: idParams,
  body: z.strictObject({ name: nameSchema }),
  data: conversationSchema,
});

export const setConversationPinned = endpoint({
  method: "POST",
  path: "/conversations/:id/pin",
  guard: "signed-in",
  limit: limits.click,
  summary: "Pins a conversation for the caller, or unpins it. Without `pinned`, the call toggles the pin.",
  params: idParams,
  body: pinBodySchema.default({}),
  data: conversationSchema,
});

export const setConversationMuted = endpoint({
  method: "POST",
  path: "/conversations/:id/turn-off-notification",
  guard: "signed-in",
  limit: limits.click,
  summary:
    "Turns the notifications of a conversation off for the caller, or on. Without `muted`, the call toggles them.",
  params: idParams,
  body: z.strictObject({ muted: z.boolean().optional() }).default({}),
  data: conversationSchema,
});

export const chooseRoomNotices = endpoint({
  method: "POST",
  path: "/conversations/:id/notify_about",
  guard: "signed-in",
  limit: limits.form,
  summary:
    "Sets which messages of a conversation notify the caller. `null` follows the caller's general settings.",
  params: idParams,
  body: z.strictObject({ notify_about: roomNoticeSchema.nullable() }),
  data: conversationSchema,
});
