import { hasDecimals } from "@kakehashi/contract/currencies";
import {
  type ChangedProjectBody,
  canProjectStartOn,
  type NewProjectBody,
  startDateError,
} from "@kakehashi/contract/project-bodies";
import type { Project } from "@kakehashi/contract/projects";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, createNotFoundError } from "../../kit/errors.ts";
import type { TextBytesLimiter } from "../../kit/http/text-limiter.ts";
import { newId } from "../../kit/ids.ts";
import { type AuditAuthor, recordAudit } from "../audit/service.ts";
import type { Events } from "../events/service.ts";
import type { Files } from "../files/service.ts";
import type { Notifications } from "../notifications/service.ts";
import type { Profiles } from "../profiles/service.ts";
import type { Rooms } from "../rooms/service.ts";
import { storeSearchWords } from "./list-store.ts";
import * as members from "./member-store.ts";
import { notifyOfMembershipStep, notifyOfStatus } from "./notify.ts";
import type { PublishProjectChange } from "./publish-project-change.ts";
import { createRoomName, renameRooms } from "./rooms-of.ts";
import * as rows from "./rows.ts";
import * as store from "./store.ts";
import { lockAndListAdminIds } from "./support-room-store.ts";

interface ProjectHostingDependencies {
  db: Kysely<DB>;
  events: Pick<Events, "write" | "publish">;
  rooms: Rooms;
  files: Pick<Files, "setProjectFiles" | "deleteFiles">;
  notifications: Pick<Notifications, "write" | "announce">;
  profiles: Pick<Profiles, "assertMayAct">;
  publishChange: PublishProjectChange;
  textLimiter: TextBytesLimiter;
  view(reader: store.ProjectReader, id: string): Promise<Project>;
}

type ProjectPerson = AuditAuthor & { userId: string };
type CostRange = Pick<NewProjectBody, "min_cost" | "max_cost">;

/** The functions with which hosts create, change, close and reopen a project, and start its work. */
export function createHosting(dependencies: ProjectHostingDependencies) {
  const { db, events, rooms, files, notifications, profiles, publishChange, textLimiter, view } =
    dependencies;

  async function requireCategory(tx: Kysely<DB>, id: string): Promise<void> {
    if (!(await rows.isCategory(tx, id)))
      throw new AppError("ERR.INPUT", { fields: { category_id: "choice" } });
  }

  /** Throws if the currency does not exist. Also throws if an amount has decimals but its currency has none. */
  async function requireValidAmounts(
    tx: Kysely<DB>,
    currencyId: string,
    amounts: Partial<CostRange>,
  ): Promise<void> {
    const code = await rows.findCurrencyCode(tx, currencyId);
    if (!code) throw new AppError("ERR.INPUT", { fields: { currency_id: "choice" } });
    if (hasDecimals(code)) return;
    const decimalAmounts = Object.entries(amounts).filter(([, amount]) => !Number.isInteger(amount));
    if (decimalAmounts.length > 0)
      throw new AppError("ERR.INPUT", {
        fields: Object.fromEntries(decimalAmounts.map(([name]) => [name, "whole_amount"])),
      });
  }

  /** Returns the amounts to check after a change: only those that changed, or both if the currency changed. */
  function listChangedAmounts(project: rows.LockedProject, change: ChangedProjectBody): Partial<CostRange> {
    const isOtherCurrency = change.currency_id !== undefined && change.currency_id !== project.currency_id;
    const amountsToCheck: Partial<CostRange> = {};
    for (const name of ["min_cost", "max_cost"] as const) {
      const storedAmount = Number(project[name]);
      const { [name]: amount = storedAmount } = change;
      if (isOtherCurrency || amount !== storedAmount) amountsToCheck[name] = amount;
    }
    return amountsToCheck;
  }

  /** Locks a project for a change by one of its hosts. Throws if the person is not a host. */
  async function lockAsHost(tx: Kysely<DB>, id: string, userId: string): Promise<rows.LockedProject> {
    const project = await rows.lockProject(tx, id);
    if (!project) throw createNotFoundError();
    const membership = await members.findMembership(tx, id, userId);
    if (project.status !== "ACTIVE" && membership.state === "NONE") throw createNotFoundError();
    if (!membership.isHost) throw new AppError("ERR.FORBIDDEN");
    return project;
  }

  /**
   * If the caller cannot see the project, throws "not found" before anything else, because another error would reveal
   * that the project exists. Then throws unless the caller's profile is accepted.
   */
  async function requireVisibleAndAccepted(userId: string, id: string): Promise<void> {
    if (!(await store.isVisible(db, { userId, isAdmin: false }, id))) throw createNotFoundError();
    await profiles.assertMayAct(userId);
  }

  const countTextBytes = (
    userId: string,
    { name = "", description = "", skill = "" }: Pick<ChangedProjectBody, "name" | "description" | "skill">,
  ): void => textLimiter(userId, name + description + skill);

  async function setStatus(author: ProjectPerson, id: string, status: Project["status"]): Promise<void> {
    await requireVisibleAndAccepted(author.userId, id);
    const notificationIds = await db.transaction().execute(async (tx) => {
      const project = await lockAsHost(tx, id, author.userId);
      if (project.status === status) throw new AppError("PROJECT.STEP");
      await rows.setStatus(tx, id, status);
      await recordAudit(tx, author, status === "ACTIVE" ? "project.activate" : "project.deactivate", id);
      return notifyOfStatus(tx, notifications, id, author.userId, status);
    });
    await notifications.announce(notificationIds);
    await publishChange(id);
  }

  return {
    /** Creates a project and its three rooms. The creator becomes its first host. */
    async create(
      author: ProjectPerson,
      { file_ids, client_id: creationId, ...body }: NewProjectBody,
    ): Promise<Project> {
      const reader = { userId: author.userId, isAdmin: false };
      const earlierProjectId = creationId && (await rows.findIdByCreationId(db, author.userId, creationId));
      if (earlierProjectId) return view(reader, earlierProjectId);
      await profiles.assertMayAct(author.userId);
      countTextBytes(author.userId, body);
      const { id, publishes } = await db.transaction().execute(async (tx) => {
        const concurrentlyCreatedId =
          creationId && (await rows.findIdByCreationId(tx, author.userId, creationId, { shouldLock: true }));
        if (concurrentlyCreatedId) return { id: concurrentlyCreatedId, publishes: [] };
        const id = newId();
        const { min_cost, max_cost } = body;
        await requireCategory(tx, body.category_id);
        await requireValidAmounts(tx, body.currency_id, { min_cost, max_cost });
        const name = createRoomName(body.name);
        const teamRoom = await rooms.createProjectRoomIn(tx, "TEAM", name, [author.userId]);
        const clientRoom = await rooms.createProjectRoomIn(tx, "CLIENT", name, [author.userId]);
        const admins = await lockAndListAdminIds(tx);
        const supportRoom = await rooms.createProjectRoomIn(tx, "SUPPORT", name, [author.userId, ...admins]);
        const roomIds = { team_id: teamRoom.id, client_id: clientRoom.id, support_id: supportRoom.id };
        const creation_id = creationId ?? null;
        await rows.insertProject(tx, { id, creation_id, host_id: author.userId, ...roomIds, ...body });
        await storeSearchWords(tx, id);
        await files.setProjectFiles(tx, author.userId, { id, roomId: teamRoom.id }, file_ids);
        await members.saveMembership(tx, {
          projectId: id,
          userId: author.userId,
          state: "ACTIVE",
          isHost: true,
          isJoining: true,
        });
        await recordAudit(tx, author, "project.create", id, { name });
        return { id, publishes: [teamRoom.publish, clientRoom.publish, supportRoom.publish] };
      });
      for (const publish of publishes) await publish();
      return view(reader, id);
    },

    async update(author: ProjectPerson, id: string, input: ChangedProjectBody): Promise<Project> {
      await requireVisibleAndAccepted(author.userId, id);
      countTextBytes(author.userId, input);
      const { file_ids, version, ...change } = input;
      const changedFields = Object.keys(input).filter((field) => field !== "version");
      const unchangedResult = { publish: async () => {}, removedFiles: [] };
      const { publish, removedFiles } = await db.transaction().execute(async (tx) => {
        const project = await lockAsHost(tx, id, author.userId);
        if (version !== undefined && version !== project.version) throw new AppError("PROJECT.EDITED");
        if (change.category_id) await requireCategory(tx, change.category_id);
        await requireValidAmounts(
          tx,
          change.currency_id ?? project.currency_id,
          listChangedAmounts(project, change),
        );
        const minimumCost = change.min_cost ?? Number(project.min_cost);
        const maximumCost = change.max_cost ?? Number(project.max_cost);
        const { start_date = project.start_date } = change;
        if (start_date !== project.start_date && !canProjectStartOn(start_date))
          throw new AppError("ERR.INPUT", { fields: { start_date: startDateError } });
        if (minimumCost >= maximumCost) throw new AppError("ERR.INPUT", { fields: { max_cost: "max_cost" } });
        if (changedFields.length === 0) return unchangedResult;
        await rows.updateProject(tx, id, change);
        await storeSearchWords(tx, id);
        await recordAudit(tx, author, "project.update", id, { fields: changedFields });
        await events.write(tx, "ProjectChanged", { projectId: id });
        const isRenamed = change.name !== undefined && change.name !== project.name;
        const projectRoom = project.team_id && { id, roomId: project.team_id };
        return {
          publish: isRenamed
            ? await renameRooms(tx, rooms, project, author.userId, change.name ?? "")
            : unchangedResult.publish,
          removedFiles:
            file_ids && projectRoom
              ? await files.setProjectFiles(tx, author.userId, projectRoom, file_ids)
              : [],
        };
      });
      await publish();
      events.publish("ProjectChanged", { projectId: id });
      await files.deleteFiles(removedFiles);
      return view({ userId: author.userId, isAdmin: false }, id);
    },

    async activate(author: ProjectPerson, id: string): Promise<Project> {
      await setStatus(author, id, "ACTIVE");
      return view({ userId: author.userId, isAdmin: false }, id);
    },

    async deactivate(author: ProjectPerson, id: string): Promise<Project> {
      await setStatus(author, id, "DEACTIVE");
      return view({ userId: author.userId, isAdmin: false }, id);
    },

    /**
     * Marks a project's work as started, which is possible once. Everybody who has joined becomes an active member and
     * is notified.
     */
    async run(author: ProjectPerson, id: string): Promise<Project> {
      await requireVisibleAndAccepted(author.userId, id);
      const notificationIds = await db.transaction().execute(async (tx) => {
        const project = await lockAsHost(tx, id, author.userId);
        if (project.status !== "ACTIVE") throw new AppError("PROJECT.CLOSED");
        if (project.running_since) throw new AppError("PROJECT.STEP");
        await rows.markProjectRunning(tx, id);
        await members.activateJoined(tx, id);
        const joinedIds = await members.listJoinedIds(tx, id);
        await recordAudit(tx, author, "project.run", id, { joined: joinedIds.length });
        return notifyOfMembershipStep(tx, notifications, project, author.userId, {
          event: "run",
          person: null,
        });
      });
      await notifications.announce(notificationIds);
      await publishChange(id);
      return view({ userId: author.userId, isAdmin: false }, id);
    },
  };
}
