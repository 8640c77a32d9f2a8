import type { StoredNamesByLanguage } from "@kakehashi/contract/catalogue";
import {
  maximumHomeProjectNameLength,
  type PendingMembershipStep,
  type SuggestedProject,
} from "@kakehashi/contract/project-home";
import { type MemberStatus, membershipTransitions } from "@kakehashi/contract/project-membership";
import type { Role, UserSummary } from "@kakehashi/contract/users";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { toNamesByLanguageList } from "../catalogue/service.ts";
import { personJson } from "../users/service.ts";
import { joinedStatusesSql, toSqlList } from "./statuses.ts";
import { projectNameForUserSql } from "./translated.ts";

/**
 * SQL lists of membership statuses: first those in which the person has to take the next step, then those in which a
 * host has to.
 */
const statusesWaitingForPerson = toSqlList([
  ...membershipTransitions.agree.from,
  ...membershipTransitions.confirm.from,
]);
const statusesWaitingForHost = toSqlList(membershipTransitions.accept.from);
/** SQL for the first characters of the project's name in the reader's language. */
const nameExcerptFor = (userId: string) =>
  sql`left(${projectNameForUserSql(userId)}, ${sql.lit(maximumHomeProjectNameLength / 2)})`;

/** Returns the membership steps in active projects that wait for this person, oldest first. */
export async function listWaitingSteps(
  db: Executor,
  userId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ steps: PendingMembershipStep[]; total: number }> {
  const { rows } = await sql<{
    id: string;
    name: string;
    user: UserSummary;
    status: MemberStatus;
    changed_at: Date;
    total: number;
  }>`
    select p.id, ${nameExcerptFor(userId)} as name, ${personJson} as "user", m.status, m.changed_at, count(*) over ()::int as total
    from (
      select own.id, own.project_id, own.user_id, own.status, own.changed_at from project_members own
      where own.user_id = ${userId} and own.archived_at is null
        and own.status in ${statusesWaitingForPerson}
      union all
      select w.id, w.project_id, w.user_id, w.status, w.changed_at
      from project_members h join project_members w on w.project_id = h.project_id
      where h.user_id = ${userId} and h.is_host and h.archived_at is null and w.status in ${statusesWaitingForHost} and w.archived_at is null
    ) m join projects p on p.id = m.project_id join users u on u.id = m.user_id
    where p.status = 'ACTIVE'
    order by m.changed_at, m.id limit ${limit} offset ${offset}`.execute(db);
  const steps = rows.map(({ id, name, user, status, changed_at }) => ({
    project: { id, name },
    user,
    status,
    changed_at: changed_at.toISOString(),
  }));
  return { steps, total: rows[0]?.total ?? 0 };
}

/** Returns the description and the categories of a person's profile. */
export async function findProfileSummary(
  db: Executor,
  userId: string,
): Promise<{ description: string; categoryIds: string[] } | undefined> {
  const { rows } = await sql<{ description: string; category_ids: string[] }>`
    select p.description, array(select category_id::text from profile_categories where profile_id = p.id) as category_ids
    from profiles p where p.user_id = ${userId}`.execute(db);
  return rows[0] && { description: rows[0].description, categoryIds: rows[0].category_ids };
}

/** A project that a person could join. `skill` is the text that is compared with the person's profile. */
export type OpenProject = Omit<SuggestedProject, "fits_category" | "fitting_skills"> & { skill: string };

/** Maximum number of characters of `skill` that are compared with a profile. */
const skillCharacters = 1_000;

/** Returns the newest open projects. With `missingRole`, only projects in which nobody with this role has joined. */
export async function listOpenProjects(
  db: Executor,
  userId: string,
  { missingRole: withoutRole, limit }: { missingRole: Role | null; limit: number },
): Promise<OpenProject[]> {
  const { rows } = await sql<
    Omit<OpenProject, "category" | "currency" | "min_cost" | "max_cost"> & {
      min_cost: string;
      max_cost: string;
      category_id: string;
      category_names: StoredNamesByLanguage;
      currency_id: string;
      currency_code: string;
      currency_names: StoredNamesByLanguage;
    }
  >`
    select p.id, ${nameExcerptFor(userId)} as name, left(p.skill, ${sql.lit(skillCharacters)}) as skill, p.start_date::text,
      p.min_cost, p.max_cost, c.id as category_id, c.names as category_names,
      y.id as currency_id, y.code as currency_code, y.names as currency_names,
      (select count(*)::int from project_members j
        where j.project_id = p.id and j.archived_at is null and j.status in ${joinedStatusesSql}) as joined_count
    from listed_projects l join projects p on p.id = l.id
      join categories c on c.id = p.category_id join currencies y on y.id = p.currency_id
    where l.status = 'ACTIVE'
      and not exists (select from project_members mine
        where mine.project_id = l.id and mine.user_id = ${userId} and mine.archived_at is null)
      ${
        withoutRole
          ? sql`and not exists (select from project_members o join users u on u.id = o.user_id
              where o.project_id = l.id and o.archived_at is null and o.status in ${joinedStatusesSql} and u.role = ${withoutRole})`
          : sql``
      }
    order by l.created_at desc, l.id desc limit ${limit}`.execute(db);
  return rows.map(
    ({
      category_id,
      category_names,
      currency_id,
      currency_code,
      currency_names,
      min_cost,
      max_cost,
      ...row
    }) => ({
      ...row,
      min_cost: Number(min_cost),
      max_cost: Number(max_cost),
      category: { id: category_id, names: toNamesByLanguageList(category_names) },
      currency: { id: currency_id, code: currency_code, names: toNamesByLanguageList(currency_names) },
    }),
  );
}
