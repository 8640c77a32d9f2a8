import {
  maximumSuggestedProjects,
  type PendingMembershipStep,
  type SuggestedProject,
} from "@kakehashi/contract/project-home";
import { canJoinProjects } from "@kakehashi/contract/project-membership";
import type { Role } from "@kakehashi/contract/users";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { createNotFoundError } from "../../kit/errors.ts";
import type { Notifications } from "../notifications/service.ts";
import { findSkillsInProfileDescription } from "./fitting.ts";
import * as store from "./home-store.ts";
import {
  isRemovalMailPending,
  listUnseenRemovals,
  markRemovalSeen,
  takeRemovalsToMail,
} from "./removal-store.ts";

/** How many of the newest projects are compared with a profile. */
const maximumComparedProjects = 300;
/** When projects are ranked, a match of the category counts as much as this many matching skills. */
const categoryWeight = 2;

/**
 * Reads the start page's data about projects: membership steps that wait for the reader, and projects that the reader
 * could join.
 */
export function createHomePageData({ db, notifications }: { db: Kysely<DB>; notifications: Notifications }) {
  notifications.addDigestSource({ isPending: isRemovalMailPending, takePendingNotices: takeRemovalsToMail });

  /** Returns the projects that match the person's profile by category or skills, best match first. */
  async function suggestForDeveloper(userId: string): Promise<SuggestedProject[]> {
    const profileSummary = await store.findProfileSummary(db, userId);
    if (!profileSummary) return [];
    const projects = await store.listOpenProjects(db, userId, {
      missingRole: null,
      limit: maximumComparedProjects,
    });
    return projects
      .map(({ skill, ...project }) => ({
        ...project,
        fits_category: profileSummary.categoryIds.includes(project.category.id),
        fitting_skills: findSkillsInProfileDescription(skill, profileSummary.description),
      }))
      .map((project) => ({
        project,
        score: project.fitting_skills.length + (project.fits_category ? categoryWeight : 0),
      }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, maximumSuggestedProjects)
      .map(({ project }) => project);
  }

  return {
    async waitingSteps(userId: string, { page, paging }: { page: number; paging: number }) {
      const offset = (page - 1) * paging;
      const { steps, total } = await store.listWaitingSteps(db, userId, { offset, limit: paging });
      const data: PendingMembershipStep[] = steps;
      return { data, meta: { page, paging, total, has_more: offset + data.length < total } };
    },

    removals: (userId: string) => listUnseenRemovals(db, userId),
    async markRemovalSeen(userId: string, projectId: string) {
      if (!(await markRemovalSeen(db, userId, projectId))) throw createNotFoundError();
      return listUnseenRemovals(db, userId);
    },

    async suggestProjects(userId: string, role: Role): Promise<SuggestedProject[]> {
      if (!canJoinProjects(role)) return [];
      if (role === "dev") return suggestForDeveloper(userId);
      const projects = await store.listOpenProjects(db, userId, {
        missingRole: role,
        limit: maximumSuggestedProjects,
      });
      return projects.map(({ skill: _, ...project }) => ({
        ...project,
        fits_category: false,
        fitting_skills: [],
      }));
    },
  };
}
