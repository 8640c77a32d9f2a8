import { z } from "zod";
import { outsideIdentitySchema } from "./channels.ts";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema, onlyIdSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";

// One human may write to several pages of a bot, for example on Messenger and on Zalo. Each page then has a separate
// person record. The people who work on the bot can link these person records.

/** Maximum results of a search for persons who may be the same human as a given person. */
export const maximumLinkCandidates = 20;

const talkParams = z.strictObject({ id: idSchema });

export const listLinkCandidates = endpoint({
  method: "GET",
  path: "/schat/:id/candidates",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "Lists the people of the same bot who may be the same human as the person of this conversation, last changed conversation first. Their names have each word of `search`, or of this person's name if there is no search. People who are linked already are left out.",
  params: talkParams,
  query: z.strictObject({ search: z.string().max(100).optional() }),
  data: z.array(outsideIdentitySchema).max(maximumLinkCandidates),
});

export const linkOutsidePeople = endpoint({
  method: "POST",
  path: "/schat/:id/link",
  guard: "active",
  limit: limits.form,
  summary:
    "Links two people: the person of this conversation and the person of `conversation_id` are the same human. Both, and everybody linked with one of them, then have one name and the same tags. Conversations and blocks stay separate. For everybody who works on the bot. CHANNEL.LINK_FULL if too many people would be linked. Repeating the call changes nothing.",
  params: talkParams,
  body: z
    .strictObject({
      /** The conversation with the person to link: the same human, who writes to another page of the same bot. */
      conversation_id: idSchema,
      /**
       * The conversation with the person whose name is used for both linked persons. It must be one of the two linked
       * conversations.
       */
      name_of: idSchema,
    })
    .meta({ id: "OutsideLinkBody" }),
  data: onlyIdSchema,
});

export const unlinkOutsidePerson = endpoint({
  method: "POST",
  path: "/schat/:id/separate",
  guard: "active",
  limit: limits.form,
  summary:
    "Ends the link of the person of `conversation_id` with the person of this conversation: they are not the same human. The separated person gets back the name that they had, and loses the tags that came from the others. For everybody who works on the bot. Repeating the call changes nothing.",
  params: talkParams,
  body: z.strictObject({ conversation_id: idSchema }).meta({ id: "OutsideSeparateBody" }),
  data: onlyIdSchema,
});
