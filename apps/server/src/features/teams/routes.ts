import {
  getConversationProject,
  getTeam,
  listTeamActivity,
  listTeamFiles,
  listTeamPeople,
  listTeams,
} from "@kakehashi/contract/teams";
import type { DefineRoute } from "../../kit/http/route.ts";
import { withRoutes } from "../../kit/http/with-routes.ts";
import { createTeams, type TeamDependencies, type Teams } from "./service.ts";

export function defineTeamRoutes(route: DefineRoute, teams: Teams): void {
  route(listTeams, ({ actor }, { query }) => teams.list(actor.userId, query));
  route(getTeam, async ({ actor }, { params }) => ({ data: await teams.view(actor.userId, params.id) }));
  route(listTeamPeople, ({ actor }, { params, query }) => teams.people(actor.userId, params.id, query));
  route(listTeamFiles, ({ actor }, { params, query }) => teams.files(actor.userId, params.id, query));
  route(listTeamActivity, ({ actor }, { params, query }) =>
    teams.listActivity(actor.userId, params.id, query),
  );
  route(getConversationProject, async ({ actor }, { params }) => ({
    data: await teams.projectOf(actor.userId, params.id),
  }));
}

/** Creates the service of this feature and registers its API routes. */
export const createTeamsFeature = (dependencies: TeamDependencies) =>
  withRoutes(createTeams(dependencies), ({ route }, teams) => {
    defineTeamRoutes(route, teams);
  });
