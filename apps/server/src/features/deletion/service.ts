import { confirmsWith } from "@kakehashi/contract/deletion";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, notFound } from "../../kit/errors.ts";
import type { Router } from "../../kit/http/route.ts";
import type { Jobs } from "../../kit/jobs.ts";
import type { Log } from "../../kit/log.ts";
import { type Author, record } from "../audit/service.ts";
import type { Auth } from "../auth/service.ts";
import type { Events } from "../events/service.ts";
import type { Exports } from "../exports/service.ts";
import type { Files } from "../files/service.ts";
import type { Live } from "../live/service.ts";
import { dayInWords, type Mailer } from "../mail/service.ts";
import type { Rooms } from "../rooms/service.ts";
import { type LockedAdmin, lockAdmins } from "../users/service.ts";
import { deletionRoutes } from "./routes.ts";
import * as store from "./store.ts";

/** Looks every hour, at a quarter past, for whose time has come: a deletion is a day's promise, not a second's. */
export const deletionJob = "delete-accounts";
const cron = "15 * * * *";
/** People deleted before the list is read again. */
const batch = 50;

export interface DeletionParts {
  db: Kysely<DB>;
  events: Events;
  jobs: Jobs;
  auth: Auth;
  mailer: Mailer;
  live: Live;
  files: Files;
  rooms: Rooms;
  exports: Exports;
  publicUrl: string;
  log: Log;
}

/** Whether nobody could open the desk any more without this person. */
function isLast(admins: readonly LockedAdmin[], userId: string): boolean {
  const stays = admins.some(({ id, acts, leaves }) => acts && !leaves && id !== userId);
  return !stays && admins.some(({ id }) => id === userId);
}

export type Deletion = ReturnType<typeof createDeletion>;

/** Leaving for good: asked for, taken back, or done once the grace is over. */
export function createDeletion(parts: DeletionParts) {
  const { db, events, jobs, auth, mailer, live, files, rooms, exports, publicUrl } = parts;
  const log = parts.log.child({ feature: "deletion" });

  /**
   * What is a person's alone goes in one transaction; rooms and bytes follow. Until all is done the row says that it is
   * due, so that a run that was cut off is taken up by the next.
   */
  async function remove(userId: string): Promise<void> {
    const done = await db.transaction().execute(async (tx) => {
      const admins = await lockAdmins(tx);
      const leaving = await store.holdDue(tx, userId);
      if (!leaving) return false;
      if (leaving.deleted_at) return true;
      // Everybody else who could open the desk has gone since it was planned: it waits for somebody to take over.
      if (isLast(admins, userId)) return false;
      await mailer.forget(tx, leaving.email);
      await mailer.send(tx, {
        to: leaving.email,
        language: leaving.interface_language,
        template: "deletion_done",
      });
      await auth.unlock(leaving.email);
      await store.anonymise(tx, userId);
      await record(tx, { userId: null, ip: "" }, "account.delete", userId);
      return true;
    });
    if (!done) return;
    events.publish("AccountDeleted", { userId });
    live.endSessions(userId);
    const notes = (await rooms.myChatOf(userId)) ?? null;
    await files.discardOwn(userId, notes);
    if (notes) await rooms.remove(notes);
    await exports.forgetPerson(userId);
    await rooms.removeDeletedPerson(userId);
    await store.finish(db, userId);
  }

  jobs.repeat(deletionJob, cron, async () => {
    const seen = new Set<string>();
    for (;;) {
      const due = (await store.listDue(db, batch + seen.size)).filter((id) => !seen.has(id));
      for (const id of due) {
        seen.add(id);
        // One that fails is no reason to keep the others.
        await remove(id).catch((error: unknown) => log.error({ err: error }, "Deleting an account failed."));
      }
      if (due.length === 0) return;
    }
  });

  return {
    /** Answers when it will be done. Everybody who is signed in to the account is signed out. */
    async request(
      author: Author & { userId: string; sessionId: string },
      given: { password: string; confirmation: string },
    ): Promise<Date> {
      const { userId } = author;
      const user = await auth.confirmPassword(userId, given.password, {
        ip: author.ip,
        known: author.sessionId,
      });
      if (!confirmsWith(given.confirmation, user.email))
        throw new AppError("ERR.INPUT", { fields: { confirmation: "own_address" } });
      const due = await db.transaction().execute(async (tx) => {
        if (isLast(await lockAdmins(tx), userId)) throw new AppError("DELETION.LAST_ADMIN");
        await auth.holdSignedIn(tx, user, author.sessionId);
        const planned = await store.plan(tx, userId);
        if (!planned) throw notFound();
        const language = user.interface_language;
        await mailer.send(tx, {
          to: user.email,
          language,
          template: "deletion_planned",
          link: `${publicUrl}/login`,
          values: { until: dayInWords(planned, language, user.settings) },
        });
        await record(tx, author, "account.delete_request", userId);
        return planned;
      });
      await auth.endAllSessions(userId, "deletion");
      return due;
    },

    async cancel(author: Author & { userId: string }): Promise<void> {
      const { userId } = author;
      const taken = await db.transaction().execute(async (tx) => {
        const owner = await store.unplan(tx, userId);
        if (!owner) return false;
        await mailer.send(tx, {
          to: owner.email,
          language: owner.interface_language,
          template: "deletion_cancelled",
          link: `${publicUrl}/home`,
        });
        await record(tx, author, "account.delete_cancel", userId);
        return true;
      });
      if (taken) events.publish("AccountChanged", { userId });
    },

    routes({ route }: Router): void {
      deletionRoutes(route, this);
    },
  };
}
