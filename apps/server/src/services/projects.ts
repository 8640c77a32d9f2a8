import { createCodeSnippets } from "../features/codes/service.ts";
import { createMilestones } from "../features/milestones/service.ts";
import { createProjects } from "../features/projects/service.ts";
import { createTeams } from "../features/teams/service.ts";
import type { AccountServices } from "./accounts.ts";
import type { BaseServices } from "./base.ts";
import type { ChatServices } from "./chat.ts";

export type ProjectFeatures = ReturnType<typeof createProjectFeatures>;

/** Creates the services for projects, with their teams, milestones and code snippets. */
export function createProjectFeatures(base: BaseServices, accounts: AccountServices, chat: ChatServices) {
  const { live, rooms, mailer, notifications } = accounts;
  const { files, messages, profiles } = chat;
  const projects = createProjects({ ...base, live, rooms, files, notifications, profiles });
  const teams = createTeams({ ...base, rooms, files });
  const milestones = createMilestones({ ...base, mailer, messages, projects });
  const codes = createCodeSnippets({ ...base, files, projects });
  return { projects, teams, milestones, codes };
}
