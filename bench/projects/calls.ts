import { sql } from "kysely";
import { listCandidates } from "../../apps/server/src/features/projects/candidate-store.ts";
import { listOpenProjects, listWaitingSteps } from "../../apps/server/src/features/projects/home-store.ts";
import { listMembers } from "../../apps/server/src/features/projects/member-store.ts";
import { findProject } from "../../apps/server/src/features/projects/store.ts";
import { listPeople, listTeams } from "../../apps/server/src/features/teams/store.ts";
import type { Database } from "../../apps/server/src/kit/db/database.ts";
import { type FilledDatabase, pickRandom, sampleSkills } from "./workspace.ts";

const firstPage = { offset: 0, limit: 20 };
/** How many projects the start page compares with a person's profile before it suggests the best ones. */
const comparedProjectCount = 300;

/**
 * Returns the database queries behind the pages about projects and teams, as this reader sees them. Each execution of a
 * query picks another project.
 */
export async function createQueries(
  { kysely: db }: Database,
  { userId, isAdmin }: FilledDatabase["readers"][number],
): Promise<Record<string, () => Promise<unknown>>> {
  const { rows } = await sql<{ id: string; category_id: string }>`
    select p.id, p.category_id from projects p where p.status = 'ACTIVE' order by md5(p.id::text) limit 500`.execute(
    db,
  );
  const pickProject = () => pickRandom(rows);
  const pickProjectForCandidates = () => {
    const { id, category_id } = pickProject();
    return { id, categoryId: category_id };
  };
  const filter = { search: "", skill: "" };
  return {
    "a project's page": () => findProject(db, { userId, isAdmin }, pickProject().id),
    "its members": () => listMembers(db, pickProject().id, ["ACTIVE", "WAITING"], firstPage),
    "people to invite": () => listCandidates(db, pickProjectForCandidates(), filter, firstPage),
    "people with a skill": () =>
      listCandidates(
        db,
        pickProjectForCandidates(),
        { ...filter, skill: pickRandom(sampleSkills) },
        firstPage,
      ),
    "start page: open projects": () =>
      listOpenProjects(db, userId, { missingRole: null, limit: comparedProjectCount }),
    "start page: none with the role": () =>
      listOpenProjects(db, userId, { missingRole: "comtor", limit: 10 }),
    "start page: answers waiting": () => listWaitingSteps(db, userId, firstPage),
    teams: () => listTeams(db, userId, firstPage),
    "a team's people": () => listPeople(db, pickProject().id, firstPage),
  };
}
