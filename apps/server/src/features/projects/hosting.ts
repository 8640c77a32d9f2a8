import type { Project, ProjectBody, ProjectChange } from "@kakehashi/contract/projects";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, notFound } from "../../kit/errors.ts";
import { newId } from "../../kit/ids.ts";
import { type Author, record } from "../audit/service.ts";
import type { Events } from "../events/service.ts";
import type { Files } from "../files/service.ts";
import type { Notifications } from "../notifications/service.ts";
import type { Profiles } from "../profiles/service.ts";
import type { Rooms } from "../rooms/service.ts";
import { storeSearchWords } from "./list-store.ts";
import * as members from "./member-store.ts";
import { renameRooms, roomNameOf } from "./rooms-of.ts";
import * as rows from "./rows.ts";
import type { Steps } from "./steps.ts";
import * as store from "./store.ts";
import { adminsForNewProject } from "./support-room-store.ts";

interface Parts {
  db: Kysely<DB>;
  events: Pick<Events, "write" | "publish">;
  rooms: Rooms;
  files: Pick<Files, "setProjectFiles" | "deleteFiles">;
  notifications: Pick<Notifications, "announce">;
  profiles: Pick<Profiles, "assertMayAct">;
  writeNotice: Steps["writeNotice"];
  view(reader: store.Reader, id: string): Promise<Project>;
}

type Person = Author & { userId: string };

/** What hosts do with a project itself: create it, change it, close and open it, start its work. */
export function createHosting(parts: Parts) {
  const { db, events, rooms, files, notifications, profiles, writeNotice, view } = parts;

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
    /** Creates a project with its three rooms. Its creator is its first host. */
    async create(author: Person, { file_ids, ...body }: ProjectBody): Promise<Project> {
      await profiles.assertMayAct(author.userId);
      const id = newId();
      const publishes = await db.transaction().execute(async (tx) => {
        await requireCatalogue(tx, body);
        const name = roomNameOf(body.name);
        const team = await rooms.createProjectRoomIn(tx, "TEAM", name, [author.userId]);
        const client = await rooms.createProjectRoomIn(tx, "CLIENT", name, [author.userId]);
        const admins = await adminsForNewProject(tx);
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
        for (const userId of otherMembers) ids.push(await writeNotice(tx, project, { ...notice, userId }));
        return ids;
      });
      await notifications.announce(notificationIds);
      return view({ userId: author.userId, isAdmin: false }, id);
    },
  };
}
