import { z } from "zod";
import { outsideIdentity } from "./channels.ts";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema, onlyId } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";

// One human may write to several pages of a bot, for example on Messenger and on Zalo. Each page has a separate
// person for that human. The people who work on the bot can link these persons.

/** The most persons that a search returns who may be the same human as a given person. */
export const maximumLinkCandidates = 20;

const talkParams = z.strictObject({ id: idSchema });

export const listLinkCandidates = endpoint({
  method: "GET",
  path: "/schat/:id/candidates",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "The people of the same bot who may be the same human, whose conversation changed last first: those whose names have each word of the search, or of this person's name if there is no search. People who are linked already are left out.",
  params: talkParams,
  query: z.strictObject({ search: z.string().max(100).optional() }),
  data: z.array(outsideIdentity).max(maximumLinkCandidates),
});

export const linkOutsidePeople = endpoint({
  method: "POST",
  path: "/schat/:id/link",
  guard: "active",
  limit: limits.form,
  summary:
    "Says that the person of this conversation and the one of `conversation_id` are the same human. Both, and whoever is linked with one of them, then have one name and the same tags. Conversations and blocks stay apart. For everybody who works on the bot. CHANNEL.LINK_FULL if they would be too many. The same call again changes nothing.",
  params: talkParams,
  body: z
    .strictObject({
      /** The conversation with the other person who is the same human, on a page of the same bot. */
      conversation_id: idSchema,
      /**
       * The conversation with the person whose name is shown for both linked persons. It is one of their two
       * conversations.
       */
      name_of: idSchema,
    })
    .meta({ id: "OutsideLinkBody" }),
  data: onlyId,
});

export const separateOutsidePerson = endpoint({
  method: "POST",
  path: "/schat/:id/separate",
  guard: "active",
  limit: limits.form,
  summary:
    "Ends that the person of `conversation_id` is the same human as the one of this conversation. They get back the name that they had, and lose the tags that came from the others. For everybody who works on the bot. The same call again changes nothing.",
  params: talkParams,
  body: z.strictObject({ conversation_id: idSchema }).meta({ id: "OutsideSeparateBody" }),
  data: onlyId,
});
