import {
  type ProjectMember,
  type ProjectMemberGroup,
  projectMemberGroups,
} from "@kakehashi/contract/project-members";
import type { Project } from "@kakehashi/contract/projects";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, createNotFoundError } from "../../kit/errors.ts";
import { cutPage, offsetOf } from "../../kit/http/list-bytes.ts";
import type { TextBytesLimiter } from "../../kit/http/text-limiter.ts";
import type { Jobs } from "../../kit/jobs.ts";
import type { Log } from "../../kit/log.ts";
import type { Events } from "../events/service.ts";
import type { Files } from "../files/service.ts";
import type { Live } from "../live/service.ts";
import type { Notifications } from "../notifications/service.ts";
import type { Profiles } from "../profiles/service.ts";
import type { Rooms } from "../rooms/service.ts";
import * as candidateStore from "./candidate-store.ts";
import { defineClientRoomJobs } from "./client-rooms.ts";
import { createHomePageData } from "./home-page-data.ts";
import { createHosting } from "./hosting.ts";
import type { ProjectFilter } from "./list-candidates.ts";
import { listProjects, storeMissingSearchWords, storeSearchWords } from "./list-store.ts";
import * as members from "./member-store.ts";
import { createPublishProjectChange } from "./publish-project-change.ts";
import * as rows from "./rows.ts";
import { createMembershipSteps } from "./steps.ts";
import * as store from "./store.ts";
import { defineSupportRoomJobs } from "./support-rooms.ts";

export interface ProjectDependencies {
  db: Kysely<DB>;
  jobs: Jobs;
  live: Pick<Live, "toUser">;
  events: Pick<Events, "write" | "publish" | "onWrite">;
  rooms: Rooms;
  files: Pick<Files, "listProjectFiles" | "setProjectFiles" | "deleteFiles" | "defineProjectAccess">;
  notifications: Notifications;
  profiles: Profiles;
  publicUrl: string;
  textLimiter: TextBytesLimiter;
  log: Log;
}

/** An SQL list of those membership statuses with which a person has joined a project. */
export { joinedStatusesSql } from "./statuses.ts";
export { joinedOrAdminCondition } from "./store.ts";
export {
  projectNameForUserSql,
  projectNameInLanguageSql,
} from "./translated.ts";
export type Projects = ReturnType<typeof createProjects>;

/**
 * The job that stores the search words of projects without stored words, for example after a migration. Usually there
 * are no such projects.
 */
export const missingSearchWordsJob = "missing-project-words";
const everyMinute = "* * * * *";

/** Manages projects (jobs that clients offer) and their members. */
export function createProjects(dependencies: ProjectDependencies) {
  const { db, files, publicUrl } = dependencies;
  const log = dependencies.log.child({ feature: "projects" });
  const publishChange = createPublishProjectChange({ ...dependencies, log });
  const steps = createMembershipSteps({ ...dependencies, publishChange });
  const home = createHomePageData(dependencies);
  const hosting = createHosting({ ...dependencies, publishChange, view: viewProject });
  defineSupportRoomJobs(dependencies);
  defineClientRoomJobs(dependencies);
  dependencies.jobs.repeat(missingSearchWordsJob, everyMinute, () => storeMissingSearchWords(db));
  files.defineProjectAccess(async (userId, id) => {
    const isAdmin = (await members.findRole(db, userId)) === "admin";
    return store.isVisible(db, { userId, isAdmin }, id);
  });

  async function findProject(reader: store.ProjectReader, id: string): Promise<Project | undefined> {
    const project = await store.findProject(db, reader, id);
    return (
      project && { ...project, link: `${publicUrl}/projects/${id}`, files: await files.listProjectFiles(id) }
    );
  }

  async function viewProject(reader: store.ProjectReader, id: string): Promise<Project> {
    const foundProject = await findProject(reader, id);
    if (!foundProject) throw createNotFoundError();
    return foundProject;
  }

  return {
    /** Returns a project. Undefined if it does not exist or the reader cannot see it. */
    find: findProject,
    /** Returns a project. Throws "not found" if it does not exist or the reader cannot see it. */
    view: viewProject,
    ...hosting,
    step: steps.takeStep,
    publishChange,
    ...home,

    async list(
      reader: store.ProjectReader,
      query: ProjectFilter & { page: number; paging: number; skip?: number | undefined },
    ) {
      const { page, paging, skip, ...filter } = query;
      const offset = offsetOf({ page, paging, skip });
      const { projects, total } = await listProjects(db, reader, filter, { offset, limit: paging });
      const { data, ...pageMeta } = cutPage(
        projects,
        offset,
        projects.length > 0 && offset + projects.length < total,
      );
      return { data, meta: { page, paging, total, ...pageMeta } };
    },

    findMember: (projectId: string, userId: string): Promise<ProjectMember | null> =>
      members.findMember(db, projectId, userId),

    /**
     * Lists one group of a project's people. Everybody may list the people who have joined. Only hosts and admins may
     * list those who are invited, have applied or were refused.
     */
    async listMembers(
      reader: store.ProjectReader,
      id: string,
      { group, page, paging }: { group: ProjectMemberGroup; page: number; paging: number },
    ) {
      const { part } = await viewProject(reader, id);
      if (group !== "joined" && !part.is_host && !reader.isAdmin) throw new AppError("ERR.FORBIDDEN");
      const offset = (page - 1) * paging;
      const memberRows = await members.listMembers(db, id, projectMemberGroups[group], {
        offset,
        limit: paging,
      });
      // Only hosts and admins may read the reason why somebody was refused.
      const data =
        part.is_host || reader.isAdmin
          ? memberRows.members
          : memberRows.members.map((member) => ({ ...member, reason: "" }));
      const has_more = offset + data.length < memberRows.total;
      return { data, meta: { page, paging, total: memberRows.total, has_more } };
    },

    async listCandidates(
      reader: store.ProjectReader,
      id: string,
      query: candidateStore.CandidateFilter & { page: number; paging: number; skip?: number | undefined },
    ) {
      const { part, category } = await viewProject(reader, id);
      if (!part.is_host) throw new AppError("ERR.FORBIDDEN");
      const { page, paging, skip, ...filter } = query;
      const offset = offsetOf({ page, paging, skip });
      const { candidates, total } = await candidateStore.listCandidates(
        db,
        { id, categoryId: category.id },
        filter,
        { offset, limit: paging },
      );
      const hasMore = candidates.length > 0 && offset + candidates.length < total;
      const { data, ...pageMeta } = cutPage(candidates, offset, hasMore);
      return { data, meta: { page, paging, total, ...pageMeta } };
    },

    async listHostCandidates(reader: store.ProjectReader, id: string, search: string) {
      const { status } = await viewProject(reader, id);
      return status === "ACTIVE" ? candidateStore.listHostCandidates(db, id, search) : [];
    },

    /** Returns the id of the project to which a conversation belongs. Null if it belongs to none. */
    findProjectOfRoom: (executor: Kysely<DB>, conversationId: string): Promise<string | null> =>
      store.findProjectIdOfRoom(executor, conversationId),

    storeSearchWords: (id: string) => db.transaction().execute((tx) => storeSearchWords(tx, id)),

    /**
     * Returns the ids and names of the newest projects that the person has joined, at most `maximumCount`. For admins,
     * returns the newest of all projects.
     */
    listNames: (reader: store.ProjectReader, maximumCount: number) =>
      store.listJoinedProjectNames(db, reader, maximumCount),

    /** Throws "not found" if the project does not exist, or if the person has not joined it and is no admin. */
    async requireJoined(reader: store.ProjectReader, id: string, executor: Kysely<DB> = db): Promise<void> {
      if (!(await store.hasJoinedOrIsAdmin(executor, reader, id))) throw createNotFoundError();
    },

    /**
     * Ends the memberships of a deleted person, and closes projects that then have no host. The feature `rooms` removes
     * the person from the rooms.
     */
    async removeDeletedPerson(userId: string): Promise<void> {
      for (const projectId of await members.listProjectIdsOf(db, userId)) {
        await db.transaction().execute(async (tx) => {
          const project = await rows.lockProject(tx, projectId);
          if (!project) return;
          const { isHost } = await members.findMembership(tx, projectId, userId);
          await members.saveMembership(tx, { projectId, userId, state: "NONE" });
          if (isHost && (await members.listHostIds(tx, projectId)).length === 0)
            await rows.setStatus(tx, projectId, "DEACTIVE");
        });
        await publishChange(projectId);
      }
    },
  };
}
