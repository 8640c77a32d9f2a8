import { z } from "zod";
import { conversation, pinBody } from "./conversations.ts";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { nameSchema } from "./names.ts";
import { roomNoticeSchema } from "./notices.ts";

// A group's name, and each member's own settings of a conversation.

const idParams = z.strictObject({ id: idSchema });

export const changeConversationName = endpoint({
  method: "POST",
  path: "/conversations/:id/name/change",
  guard: "active",
  limit: limits.form,
  summary: "Renames a group.",
  params: idParams,
  body: z.strictObject({ name: nameSchema }),
  data: conversation,
});

export const pinConversation = endpoint({
  method: "POST",
  path: "/conversations/:id/pin",
  guard: "signed-in",
  limit: limits.click,
  summary: "Pins it for myself, or unpins it; without `pinned` the other way round than it is.",
  params: idParams,
  body: pinBody.default({}),
  data: conversation,
});

export const turnOffNotification = endpoint({
  method: "POST",
  path: "/conversations/:id/turn-off-notification",
  guard: "signed-in",
  limit: limits.click,
  summary: "Turns its notifications off for myself, or on; without `muted` the other way round than it is.",
  params: idParams,
  body: z.strictObject({ muted: z.boolean().optional() }).default({}),
  data: conversation,
});

export const chooseRoomNotices = endpoint({
  method: "POST",
  path: "/conversations/:id/notify_about",
  guard: "signed-in",
  limit: limits.form,
  summary: "Chooses for myself of what this conversation notifies me; null follows my settings.",
  params: idParams,
  body: z.strictObject({ notify_about: roomNoticeSchema.nullable() }),
  data: conversation,
});
