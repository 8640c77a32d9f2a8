import { createCodeSnippetsFeature } from "../features/codes/routes.ts";
import { createMilestonesFeature } from "../features/milestones/routes.ts";
import { createProjectsFeature } from "../features/projects/routes.ts";
import { createTeamsFeature } from "../features/teams/routes.ts";
import type { AccountServices } from "./accounts.ts";
import type { BaseServices } from "./base.ts";
import type { ChatServices } from "./chat.ts";

export type ProjectFeatures = ReturnType<typeof createProjectFeatures>;

/** Creates the services for projects, with their teams, milestones and code snippets. */
export function createProjectFeatures(base: BaseServices, accounts: AccountServices, chat: ChatServices) {
  const { live, rooms, mailer, notifications } = accounts;
  const { files, messages, profiles } = chat;
  const projects = createProjectsFeature({ ...base, live, rooms, files, notifications, profiles });
  const teams = createTeamsFeature({ ...base, rooms, files });
  const milestones = createMilestonesFeature({ ...base, mailer, messages, projects });
  const codes = createCodeSnippetsFeature({ ...base, files, projects });
  return { projects, teams, milestones, codes };
}
