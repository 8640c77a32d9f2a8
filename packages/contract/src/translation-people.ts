import { z } from "zod";
import { endpoint } from "./kit/endpoint.ts";
import { limits } from "./kit/limits.ts";
import { maximumPageSize, pageMetaSchema, pageQuery } from "./kit/page.ts";
import { languageSchema } from "./languages.ts";
import { translationParams } from "./translation-states.ts";
import { userSummarySchema } from "./users.ts";

/**
 * A person to whom a translation may be handed over. `lacks` are the required languages that the person does not know.
 * If it is empty, the person can take the translation over.
 */
export const handOverCandidateSchema = userSummarySchema
  .extend({ lacks: z.array(languageSchema).max(2) })
  .meta({ id: "TranslationPerson" });
export type HandOverCandidate = z.infer<typeof handOverCandidateSchema>;

export const searchHandOverCandidates = endpoint({
  method: "GET",
  path: "/messages/:mid/translations/:language/people",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "Lists the people of the conversation to whom a translation can be handed over: first those who know both languages, then the translators who lack one of them. Each group is sorted by name. With `search`, lists the people whose name has each of its words.",
  params: translationParams,
  query: pageQuery.extend({ search: z.string().trim().max(200).default("") }),
  data: z.array(handOverCandidateSchema).max(maximumPageSize),
  meta: pageMetaSchema,
});
