import { z } from "zod";
import { conversationSchema } from "./conversations.ts";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { createCutListSchema } from "./kit/page.ts";
import { maximumSystemLinesPerResponse, systemLineSchema } from "./lines.ts";
import { messageSchema } from "./messages.ts";

/**
 * Maximum changes of a conversation in one response. If `has_more` is true, the client requests the next changes from
 * the response's `seq`.
 */
export const maximumChangesPerResponse = 100;

export const getConversationChanges = endpoint({
  method: "GET",
  path: "/conversations/:id/changes",
  guard: "signed-in",
  limit: limits.automatic,
  summary:
    "Returns everything in a conversation that changed after `since`. Each thing is returned once, as it is now, in the order of its last change.",
  params: z.strictObject({ id: idSchema }),
  query: z.strictObject({ since: z.coerce.number().int().min(0) }),
  data: z.object({
    /**
     * The `seq` of the conversation after the changes in this response. A client that applies the response has every
     * change up to this `seq`.
     */
    seq: z.number().int(),
    conversation: conversationSchema,
    messages: createCutListSchema(messageSchema, maximumChangesPerResponse),
    lines: z.array(systemLineSchema).max(maximumSystemLinesPerResponse),
  }),
  meta: z.object({ has_more: z.boolean() }),
});
