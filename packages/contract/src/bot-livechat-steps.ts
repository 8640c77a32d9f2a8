import { z } from "zod";
import { livechatDetailSchema, livechatParams } from "./bot-livechat.ts";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { momentSchema } from "./kit/moments.ts";

/** Maximum days for which a talk can be snoozed. */
export const maximumSnoozeDays = 90;

export const claimLivechat = endpoint({
  method: "POST",
  path: "/bots/:id/livechat/:cid/claim",
  guard: "active",
  limit: limits.form,
  summary:
    "Claims a waiting or closed talk. The caller becomes its agent and a member of its conversation. BOT.CLAIMED if somebody else has claimed it first.",
  params: livechatParams,
  data: livechatDetailSchema,
});

export const releaseLivechat = endpoint({
  method: "POST",
  path: "/bots/:id/livechat/:cid/release",
  guard: "active",
  limit: limits.form,
  summary:
    "Hands a talk over to `user_id`, who must work on the bot. Without `user_id`, the talk waits again. For the talk's agent, for owners, and for everybody while the talk waits.",
  params: livechatParams,
  body: z
    .strictObject({ user_id: idSchema.nullable().default(null) })
    .default({ user_id: null })
    .meta({ id: "LivechatReleaseBody" }),
  data: livechatDetailSchema,
});

export const undoLivechatHandOver = endpoint({
  method: "POST",
  path: "/bots/:id/livechat/:cid/take-back",
  guard: "active",
  limit: limits.form,
  summary:
    "Gives a talk back to the agent from whom the caller took it by handing it over, by letting it wait or by taking it over. BOT.NOT_TAKEN_BACK if somebody has taken another step since, or if the person who got the talk has written.",
  params: livechatParams,
  data: livechatDetailSchema,
});

export const closeLivechat = endpoint({
  method: "POST",
  path: "/bots/:id/livechat/:cid/close",
  guard: "active",
  limit: limits.form,
  summary:
    "Closes a talk. For its agent, for owners, and for everybody while the talk waits. With `resume`, the bot goes on with its story. Without it, the visitor waits for a person again when they write.",
  params: livechatParams,
  body: z
    .strictObject({ resume: z.boolean().default(false) })
    .default({ resume: false })
    .meta({ id: "LivechatCloseBody" }),
  data: livechatDetailSchema,
});

export const snoozeLivechat = endpoint({
  method: "POST",
  path: "/bots/:id/livechat/:cid/snooze",
  guard: "active",
  limit: limits.form,
  summary: `Snoozes an open talk until a time, at most ${maximumSnoozeDays} days from now, or without a time until the visitor writes. A message from the visitor brings the talk back in any case. For its agent and for owners. BOT.TALK_NOT_OPEN if nobody answers the talk.`,
  params: livechatParams,
  body: z
    .strictObject({ until: momentSchema.nullable().default(null) })
    .default({ until: null })
    .meta({ id: "LivechatSnoozeBody" }),
  data: livechatDetailSchema,
});

export const endLivechatSnooze = endpoint({
  method: "POST",
  path: "/bots/:id/livechat/:cid/wake",
  guard: "active",
  limit: limits.form,
  summary: "Brings a snoozed talk back now. For its agent and for owners.",
  params: livechatParams,
  data: livechatDetailSchema,
});
