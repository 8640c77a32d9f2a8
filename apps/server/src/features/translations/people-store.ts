import { professionalTranslatorRoles } from "@kakehashi/contract/known-languages";
import type { Language } from "@kakehashi/contract/languages";
import type { HandOverCandidate } from "@kakehashi/contract/translation-people";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { knowsLanguageCondition, nameContainsWordsCondition, personColumns } from "../users/service.ts";

type PersonRow = HandOverCandidate & { total: number };

/**
 * Lists the other members of a room to whom a translation may be handed over. First come those who know both languages,
 * then translators of the room who lack one or both. `total` is the number of all of them.
 */
export async function listHandOverCandidates(
  db: Executor,
  userId: string,
  roomId: string,
  languagePair: { from: Language; to: Language },
  search: string,
  page: { offset: number; limit: number },
): Promise<{ people: HandOverCandidate[]; total: number }> {
  const [knowsSourceLanguage, knowsTargetLanguage] = [
    knowsLanguageCondition(languagePair.from),
    knowsLanguageCondition(languagePair.to),
  ];
  const { rows } = await sql<PersonRow>`
    with matching as (
      select ${personColumns}, array_remove(array[
        case when not ${knowsSourceLanguage} then ${languagePair.from}::text end, case when not ${knowsTargetLanguage} then ${languagePair.to}::text end
      ], null) as lacks
      from conversation_members m join users u on u.id = m.user_id
      where m.conversation_id = ${roomId} and u.id <> ${userId}
        and u.blocked_at is null and u.deleted_at is null and ${nameContainsWordsCondition(search)}
        and (u.role = any(${professionalTranslatorRoles}::text[]) or (${knowsSourceLanguage} and ${knowsTargetLanguage})))
    select *, (select count(*)::int from matching) as total from matching
    order by cardinality(lacks), name, id limit ${page.limit} offset ${page.offset}`.execute(db);
  return { people: rows.map(({ total: _, ...person }) => person), total: rows[0]?.total ?? 0 };
}
