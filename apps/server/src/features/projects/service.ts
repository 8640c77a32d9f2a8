import { type MemberGroup, memberGroups, type ProjectMember } from "@kakehashi/contract/project-members";
import type { Project, ProjectBody, ProjectChange } from "@kakehashi/contract/projects";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, notFound } from "../../kit/errors.ts";
import { cutPage, offsetOf } from "../../kit/http/list-bytes.ts";
import type { Router } from "../../kit/http/route.ts";
import { newId } from "../../kit/ids.ts";
import type { Log } from "../../kit/log.ts";
import { type Author, record } from "../audit/service.ts";
import type { Events } from "../events/service.ts";
import type { Files } from "../files/service.ts";
import type { Notifications } from "../notifications/service.ts";
import type { Profiles } from "../profiles/service.ts";
import type { Rooms } from "../rooms/service.ts";
import * as candidateStore from "./candidate-store.ts";
import { createHome } from "./home.ts";
import { listProjects, type ProjectFilter, storeMissingSearchWords, storeSearchWords } from "./list-store.ts";
import * as members from "./member-store.ts";
import { renameRooms, roomNameOf } from "./rooms-of.ts";
import { projectRoutes } from "./routes.ts";
import * as rows from "./rows.ts";
import { createSteps } from "./steps.ts";
import * as store from "./store.ts";

export interface ProjectParts {
  db: Kysely<DB>;
  events: Pick<Events, "write" | "publish">;
  rooms: Rooms;
  files: Pick<Files, "listProjectFiles" | "setProjectFiles" | "deleteFiles" | "defineProjectAccess">;
  notifications: Notifications;
  profiles: Profiles;
  publicUrl: string;
  log: Log;
}

type Person = Author & { userId: string };

export { nameFor, nameIn } from "./translated.ts";
export type Projects = ReturnType<typeof createProjects>;

/** Projects: clients' jobs and their members. */
export function createProjects(parts: ProjectParts) {
  const { db, events, rooms, files, notifications, profiles, publicUrl } = parts;
  const steps = createSteps(parts);
  const home = createHome(parts);
  const log = parts.log.child({ feature: "projects" });
  let writingWords: Promise<void> | undefined;
  files.defineProjectAccess(async (userId, id) => {
    const isAdmin = (await members.findRole(db, userId)) === "admin";
    return store.isVisible(db, { userId, isAdmin }, id);
  });

  async function view(reader: store.Reader, id: string): Promise<Project> {
    const found = await store.findProject(db, reader, id);
    if (!found) throw notFound();
    return { ...found, link: `${publicUrl}/projects/${id}`, files: await files.listProjectFiles(id) };
  }

  async function requireCatalogue(tx: Kysely<DB>, change: ProjectChange): Promise<void> {
    const { category_id, currency_id } = change;
    if (category_id && !(await rows.isInCatalogue(tx, "categories", category_id)))
      throw new AppError("ERR.INPUT", { fields: { category_id: "choice" } });
    if (currency_id && !(await rows.isInCatalogue(tx, "currencies", currency_id)))
      throw new AppError("ERR.INPUT", { fields: { currency_id: "choice" } });
  }

  /** Locks the project for a change by one of its hosts. */
  async function lockAsHost(tx: Kysely<DB>, id: string, userId: string): Promise<rows.LockedProject> {
    const project = await rows.lockProject(tx, id);
    if (!project) throw notFound();
    const membership = await members.findPart(tx, id, userId);
    if (project.status !== "ACTIVE" && membership.state === "NONE") throw notFound();
    if (!membership.isHost) throw new AppError("ERR.FORBIDDEN");
    return project;
  }

  /** Checked first, so that the answer tells nothing about a project that the caller cannot see. */
  async function requireActing(userId: string, id: string): Promise<void> {
    if (!(await store.isVisible(db, { userId, isAdmin: false }, id))) throw notFound();
    await profiles.assertMayAct(userId);
  }

  async function setStatus(author: Person, id: string, status: Project["status"]): Promise<void> {
    await requireActing(author.userId, id);
    await db.transaction().execute(async (tx) => {
      const project = await lockAsHost(tx, id, author.userId);
      if (project.status === status) throw new AppError("PROJECT.STEP");
      await rows.setStatus(tx, id, status);
      await record(tx, author, status === "ACTIVE" ? "project.activate" : "project.deactivate", id);
    });
  }

  return {
    view,
    step: steps.takeStep,
    waitingSteps: home.waitingSteps,
    suggestions: home.suggestions,

    start(): void {
      writingWords = storeMissingSearchWords(db).catch((error: unknown) =>
        log.error({ err: error }, "Writing the words of projects failed."),
      );
    },
    close: async () => writingWords,

    async list(
      reader: store.Reader,
      query: ProjectFilter & { page: number; paging: number; skip?: number | undefined },
    ) {
      const { page, paging, skip, ...filter } = query;
      const offset = offsetOf({ page, paging, skip });
      const { projects, total } = await listProjects(db, reader, filter, { offset, limit: paging });
      const { data, ...rest } = cutPage(
        projects,
        offset,
        projects.length > 0 && offset + projects.length < total,
      );
      return { data, meta: { page, paging, total, ...rest } };
    },

    /** Creates a project with its three rooms. Its creator is its first host. */
    async create(author: Person, { file_ids, ...body }: ProjectBody): Promise<Project> {
      await profiles.assertMayAct(author.userId);
      const id = newId();
      const publishes = await db.transaction().execute(async (tx) => {
        await requireCatalogue(tx, body);
        const name = roomNameOf(body.name);
        const team = await rooms.createProjectRoomIn(tx, "TEAM", name, [author.userId]);
        const client = await rooms.createProjectRoomIn(tx, "CLIENT", name, [author.userId]);
        const admins = await members.adminIds(tx);
        const support = await rooms.createProjectRoomIn(tx, "SUPPORT", name, [author.userId, ...admins]);
        const roomIds = { team_id: team.id, client_id: client.id, support_id: support.id };
        await rows.insertProject(tx, { id, host_id: author.userId, ...roomIds, ...body });
        await storeSearchWords(tx, id);
        await files.setProjectFiles(tx, author.userId, { id, roomId: team.id }, file_ids);
        await members.savePart(tx, {
          projectId: id,
          userId: author.userId,
          state: "ACTIVE",
          isHost: true,
          joins: true,
        });
        await record(tx, author, "project.create", id, { name });
        return [team.publish, client.publish, support.publish];
      });
      for (const publish of publishes) await publish();
      return view({ userId: author.userId, isAdmin: false }, id);
    },

    async update(author: Person, id: string, given: ProjectChange): Promise<Project> {
      await requireActing(author.userId, id);
      const { file_ids, ...change } = given;
      const nothing = { publish: async () => {}, removedFiles: [] };
      const { publish, removedFiles } = await db.transaction().execute(async (tx) => {
        const project = await lockAsHost(tx, id, author.userId);
        await requireCatalogue(tx, change);
        const min = change.min_cost ?? Number(project.min_cost);
        const max = change.max_cost ?? Number(project.max_cost);
        if (min >= max) throw new AppError("ERR.INPUT", { fields: { max_cost: "max_cost" } });
        if (Object.keys(given).length === 0) return nothing;
        await rows.updateProject(tx, id, change);
        await storeSearchWords(tx, id);
        await record(tx, author, "project.update", id, { fields: Object.keys(given) });
        await events.write(tx, "ProjectChanged", { projectId: id });
        const isRenamed = change.name !== undefined && change.name !== project.name;
        const place = project.team_id && { id, roomId: project.team_id };
        return {
          publish: isRenamed
            ? await renameRooms(tx, rooms, project, author.userId, change.name ?? "")
            : nothing.publish,
          removedFiles:
            file_ids && place ? await files.setProjectFiles(tx, author.userId, place, file_ids) : [],
        };
      });
      await publish();
      events.publish("ProjectChanged", { projectId: id });
      await files.deleteFiles(removedFiles);
      return view({ userId: author.userId, isAdmin: false }, id);
    },

    async activate(author: Person, id: string): Promise<Project> {
      await setStatus(author, id, "ACTIVE");
      return view({ userId: author.userId, isAdmin: false }, id);
    },

    async deactivate(author: Person, id: string): Promise<Project> {
      await setStatus(author, id, "DEACTIVE");
      return view({ userId: author.userId, isAdmin: false }, id);
    },

    /** Starts the work, once. Everybody who has joined becomes active and is notified. */
    async run(author: Person, id: string): Promise<Project> {
      await requireActing(author.userId, id);
      const notificationIds = await db.transaction().execute(async (tx) => {
        const project = await lockAsHost(tx, id, author.userId);
        if (project.status !== "ACTIVE") throw new AppError("PROJECT.CLOSED");
        if (project.running_since) throw new AppError("PROJECT.STEP");
        await rows.setRunning(tx, id);
        const joined = await members.activateJoined(tx, id);
        await record(tx, author, "project.run", id, { joined: joined.length });
        const otherMembers = joined.filter((userId) => userId !== author.userId);
        const notice = { type: "MARK_RUN_PROJECT", actorId: author.userId } as const;
        const ids: string[] = [];
        for (const userId of otherMembers)
          ids.push(await steps.writeNotice(tx, project, { ...notice, userId }));
        return ids;
      });
      await notifications.announce(notificationIds);
      return view({ userId: author.userId, isAdmin: false }, id);
    },

    member: (projectId: string, userId: string): Promise<ProjectMember | null> =>
      members.findMember(db, projectId, userId),

    /** Everybody sees who has joined. Only hosts and admins see the other groups. */
    async listMembers(
      reader: store.Reader,
      id: string,
      { group, page, paging }: { group: MemberGroup; page: number; paging: number },
    ) {
      const { part } = await view(reader, id);
      if (group !== "joined" && !part.is_host && !reader.isAdmin) throw new AppError("ERR.FORBIDDEN");
      const offset = (page - 1) * paging;
      const memberRows = await members.listMembers(db, id, memberGroups[group], { offset, limit: paging });
      // Only the person and the hosts see why somebody was refused.
      const data =
        part.is_host || reader.isAdmin
          ? memberRows.members
          : memberRows.members.map((member) => ({ ...member, reason: "" }));
      const has_more = offset + data.length < memberRows.total;
      return { data, meta: { page, paging, total: memberRows.total, has_more } };
    },

    /** Whom a host can invite. */
    async listCandidates(
      reader: store.Reader,
      id: string,
      query: candidateStore.CandidateFilter & { page: number; paging: number; skip?: number | undefined },
    ) {
      const { part, category } = await view(reader, id);
      if (!part.is_host) throw new AppError("ERR.FORBIDDEN");
      const { page, paging, skip, ...filter } = query;
      const offset = offsetOf({ page, paging, skip });
      const { candidates, total } = await candidateStore.listCandidates(
        db,
        { id, categoryId: category.id },
        filter,
        { offset, limit: paging },
      );
      const isMore = candidates.length > 0 && offset + candidates.length < total;
      const { data, ...rest } = cutPage(candidates, offset, isMore);
      return { data, meta: { page, paging, total, ...rest } };
    },

    /** The project that a conversation belongs to. Null where it belongs to none. */
    ofRoom: (executor: Kysely<DB>, conversationId: string): Promise<string | null> =>
      store.findByRoom(executor, conversationId),

    storeSearchWords: (id: string) => storeSearchWords(db, id),

    /** Projects that a person has joined, of an admin all: the newest, at most so many. */
    namesFor: (reader: store.Reader, most: number) => store.listNames(db, reader, most),

    /** Throws where the person has not joined the project, as where there is none. An admin needs not. */
    async requireJoined(reader: store.Reader, id: string): Promise<void> {
      if (!(await store.hasJoined(db, reader, id))) throw notFound();
    },

    /**
     * Ends a deleted person's parts. The feature `rooms` removes them from the rooms. A project without a host is
     * closed.
     */
    async removeDeletedPerson(userId: string): Promise<void> {
      for (const projectId of await members.projectsOf(db, userId))
        await db.transaction().execute(async (tx) => {
          const project = await rows.lockProject(tx, projectId);
          if (!project) return;
          const { isHost } = await members.findPart(tx, projectId, userId);
          await members.savePart(tx, { projectId, userId, state: "NONE" });
          if (isHost && (await members.hostIds(tx, projectId)).length === 0)
            await rows.setStatus(tx, projectId, "DEACTIVE");
        });
    },

    routes({ route }: Router): void {
      projectRoutes(route, this);
    },
  };
}
