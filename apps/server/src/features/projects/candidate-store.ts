import type { StoredNamesByLanguage } from "@kakehashi/contract/catalogue";
import { listKnownLanguages } from "@kakehashi/contract/known-languages";
import type { Language } from "@kakehashi/contract/languages";
import { maximumHostCandidates, type ProjectCandidate } from "@kakehashi/contract/project-candidates";
import { joiningRoles, type MemberStatus } from "@kakehashi/contract/project-membership";
import type { Role, UserSummary } from "@kakehashi/contract/users";
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { containsWordsCondition, foldedWordsOf } from "../../kit/db/words.ts";
import { toNamesByLanguageList } from "../catalogue/service.ts";
import { knowsLanguageCondition, nameContainsWordsCondition, personJson } from "../users/service.ts";
import { endedStatusesSql } from "./statuses.ts";

export interface CandidateFilter {
  readonly search: string;
  readonly skill: string;
  readonly role?: Role | undefined;
  readonly language?: Language | undefined;
}

interface CandidateRow {
  user: UserSummary;
  chosen_languages: Language[] | null;
  categories: { id: string; names: StoredNamesByLanguage }[];
  description: string;
  status: MemberStatus | null;
  total: number;
}

const selectCategories = sql`coalesce((
  select jsonb_agg(jsonb_build_object('id', c.id, 'names', c.names) order by c.position, c.id)
  from profile_categories pc join categories c on c.id = pc.category_id where pc.profile_id = p.id), '[]')`;

/**
 * SQL conditions, one for each search word: the profile's description or the name of one of its categories contains the
 * word. The query searches the categories once, not again for each profile.
 */
const skillConditions = (skill: string): RawBuilder<unknown>[] =>
  foldedWordsOf(skill).map(
    (word) => sql`(${containsWordsCondition(sql`p.folded_description`, [word])} or p.id in (
      select pc.profile_id from profile_categories pc join categories c on c.id = pc.category_id
      where ${sql.join(
        (["en", "vi", "ja"] as const).map((language) =>
          containsWordsCondition(sql`fold_text(c.names ->> ${sql.lit(language)})`, [word]),
        ),
        sql` or `,
      )}))`,
  );

/** SQL condition: the account is usable, and its profile is accepted. */
const isAcceptedAccount = sql`p.status = 'ACCEPTED' and u.deleted_at is null and u.confirmed_at is not null and u.blocked_at is null`;

/** Returns people whom the step `host` can make a host of the project, sorted by name. */
export async function listHostCandidates(
  db: Executor,
  projectId: string,
  search: string,
): Promise<UserSummary[]> {
  const { rows } = await sql<{ user: UserSummary }>`
    select ${personJson} as "user"
    from profiles p join users u on u.id = p.user_id
    left join project_members m on m.project_id = ${projectId} and m.user_id = u.id and m.archived_at is null
    where ${isAcceptedAccount} and (m.user_id is null or m.status in ${endedStatusesSql}) and ${nameContainsWordsCondition(search)}
    order by u.name, u.id limit ${maximumHostCandidates}`.execute(db);
  return rows.map(({ user }) => user);
}

/**
 * Returns people who can join the project, except its hosts. People whose profile has the project's category come
 * first.
 */
export async function listCandidates(
  db: Executor,
  project: { id: string; categoryId: string },
  { search, skill, role, language }: CandidateFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ candidates: ProjectCandidate[]; total: number }> {
  const conditions = [
    isAcceptedAccount,
    sql`u.role = any(${role ? [role] : joiningRoles}::text[])`,
    sql`m.is_host is not true`,
    nameContainsWordsCondition(search),
    ...skillConditions(skill),
    ...(language ? [knowsLanguageCondition(language)] : []),
  ];
  // Reads the details only for the profiles on this page.
  const { rows } = await sql<CandidateRow>`
    with page as (
      select p.id, p.user_id, m.status, count(*) over ()::int as total,
        p.id in (select profile_id from profile_categories where category_id = ${project.categoryId}) as works_in_category
      from profiles p join users u on u.id = p.user_id
      left join project_members m on m.project_id = ${project.id} and m.user_id = u.id and m.archived_at is null
      where ${sql.join(conditions, sql` and `)}
      order by works_in_category desc, u.name, u.id limit ${limit} offset ${offset}
    )
    select ${personJson} as "user", u.languages as chosen_languages, ${selectCategories} as categories, p.description,
      page.status, page.total
    from page join profiles p on p.id = page.id join users u on u.id = page.user_id
    order by page.works_in_category desc, u.name, u.id`.execute(db);
  const candidates = rows.map(({ total: _, chosen_languages, ...row }) => ({
    ...row,
    languages: [...listKnownLanguages({ ...row.user, languages: chosen_languages })],
    categories: row.categories.map(({ id, names }) => ({ id, names: toNamesByLanguageList(names) })),
  }));
  return { candidates, total: rows[0]?.total ?? 0 };
}
