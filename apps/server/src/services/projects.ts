import { createCodeSnippetsFeature } from "../features/codes/routes.ts";
import { createMilestonesFeature } from "../features/milestones/routes.ts";
import { createProjectsFeature } from "../features/projects/routes.ts";
import { createTeamsFeature } from "../features/teams/routes.ts";
import type { AccountServices } from "./accounts.ts";
import type { BaseServices } from "./base.ts";
import type { ChatServices } from "./chat.ts";

export type ProjectFeatures = ReturnType<typeof createProjectFeatures>;

/** Creates the services for projects, with their teams, milestones and code snippets. */
export function createProjectFeatures(
  baseServices: BaseServices,
  accountServices: AccountServices,
  chatServices: ChatServices,
) {
  const { live, rooms, mailer, notifications } = accountServices;
  const { files, messages, profiles } = chatServices;
  const projects = createProjectsFeature({ ...baseServices, live, rooms, files, notifications, profiles });
  const teams = createTeamsFeature({ ...baseServices, rooms, files });
  const milestones = createMilestonesFeature({ ...baseServices, mailer, messages, projects });
  const codes = createCodeSnippetsFeature({ ...baseServices, files, projects });
  return { projects, teams, milestones, codes };
}
