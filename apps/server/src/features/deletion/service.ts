import { isAccountEmail } from "@kakehashi/contract/deletion";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, createNotFoundError } from "../../kit/errors.ts";
import type { Jobs } from "../../kit/jobs.ts";
import type { Log } from "../../kit/log.ts";
import { type AuditAuthor, recordAudit } from "../audit/service.ts";
import type { Auth } from "../auth/service.ts";
import type { Bots } from "../bots/service.ts";
import type { CodeSnippets } from "../codes/service.ts";
import type { Events } from "../events/service.ts";
import type { DataExports } from "../exports/service.ts";
import type { Files } from "../files/service.ts";
import type { Live } from "../live/service.ts";
import { formatDay, type Mailer } from "../mail/service.ts";
import type { Projects } from "../projects/service.ts";
import type { Rooms } from "../rooms/service.ts";
import {
  createDeletedNamesRemover,
  type DeletedNamesRemover,
  type LockedAdmin,
  lockAdmins,
} from "../users/service.ts";
import * as store from "./store.ts";

/**
 * Due accounts are deleted every hour, at a quarter past. An hour is often enough, because people are promised the day
 * and not the hour.
 */
export const accountDeletionJobName = "delete-accounts";
const deletionCron = "15 * * * *";
/** How many accounts the job deletes before it reads the list of due accounts again. */
const accountsPerBatch = 50;

export interface DeletionDependencies {
  db: Kysely<DB>;
  events: Events;
  jobs: Jobs;
  auth: Auth;
  mailer: Mailer;
  live: Live;
  files: Files;
  rooms: Rooms;
  projects: Pick<Projects, "removeDeletedPerson">;
  codes: Pick<CodeSnippets, "removeDeletedPerson">;
  bots: Pick<Bots, "removeDeletedPerson">;
  exports: DataExports;
  /** The features that store texts in which people are mentioned, in the order in which names are removed from them. */
  textsWithMentions: readonly { removeNamesOfDeletedPeople(names: DeletedNamesRemover): Promise<void> }[];
  publicUrl: string;
  log: Log;
}

/**
 * Whether this person is the only admin. Other admins do not count if they cannot open the admin pages, or if their
 * accounts will be deleted too.
 */
function isLastAdmin(admins: readonly LockedAdmin[], userId: string): boolean {
  const hasOtherAdmin = admins.some(
    ({ id, canAct, willBeDeleted }) => canAct && !willBeDeleted && id !== userId,
  );
  return !hasOtherAdmin && admins.some(({ id }) => id === userId);
}

export type AccountDeletion = ReturnType<typeof createAccountDeletion>;

/** Deletes accounts: handles the request, its cancellation, and the deletion after the grace period. */
export function createAccountDeletion(dependencies: DeletionDependencies) {
  const { db, events, jobs, auth, mailer, live, files, rooms, projects, codes, bots, exports } = dependencies;
  const { textsWithMentions, publicUrl } = dependencies;
  const log = dependencies.log.child({ feature: "deletion" });

  /**
   * Deletes the database rows of a person in one transaction, and afterwards the person's rooms and files. The account
   * stays marked for deletion until everything is deleted, so that the next run can continue an interrupted deletion.
   * Returns whether only `finishDeletions` remains to be done.
   */
  async function deleteAccount(userId: string): Promise<boolean> {
    const areRowsDeleted = await db.transaction().execute(async (tx) => {
      const admins = await lockAdmins(tx);
      const dueAccount = await store.lockDueAccount(tx, userId);
      if (!dueAccount) return false;
      if (dueAccount.deleted_at) return true;
      // The person has become the last admin since the request. The deletion waits until another admin exists.
      if (isLastAdmin(admins, userId)) return false;
      await mailer.deleteMailsTo(tx, dueAccount.email);
      await mailer.send(tx, {
        recipient: dueAccount.email,
        language: dueAccount.interface_language,
        template: "deletion_done",
      });
      await auth.unlock(dueAccount.email);
      await store.anonymiseUser(tx, userId);
      await recordAudit(tx, { userId: null, ip: "" }, "account.delete", userId);
      return true;
    });
    if (!areRowsDeleted) return false;
    events.publish("AccountDeleted", { userId });
    live.disconnectSessions(userId);
    const notesRoomId = (await rooms.myChatOf(userId)) ?? null;
    await files.discardFilesOfPerson(userId, notesRoomId);
    if (notesRoomId) await rooms.remove(notesRoomId);
    await exports.deleteExportsOf(userId);
    await projects.removeDeletedPerson(userId);
    await codes.removeDeletedPerson(userId);
    await bots.removeDeletedPerson(userId);
    await rooms.removeDeletedPerson(userId);
    return true;
  }

  /**
   * Removes the names of these people from the texts of others, in one pass through all texts, and marks the deletions
   * as finished. If a pass is interrupted, the next run begins a new pass, which skips the texts that are already done.
   */
  async function finishDeletions(userIds: readonly string[]): Promise<void> {
    if (userIds.length === 0) return;
    const names = createDeletedNamesRemover(userIds);
    for (const texts of textsWithMentions) await texts.removeNamesOfDeletedPeople(names);
    await store.markDeletionsFinished(db, userIds);
  }

  jobs.repeat(accountDeletionJobName, deletionCron, async () => {
    const handledUserIds = new Set<string>();
    let hasFailure = false;
    const logFailure = (error: unknown, text: string) => {
      hasFailure = true;
      log.error({ err: error }, text);
    };
    for (;;) {
      const dueAccounts = (await store.listDueAccountIds(db, accountsPerBatch + handledUserIds.size)).filter(
        (id) => !handledUserIds.has(id),
      );
      if (dueAccounts.length === 0) break;
      const deletedIds: string[] = [];
      for (const id of dueAccounts) {
        handledUserIds.add(id);
        try {
          if (await deleteAccount(id)) deletedIds.push(id);
        } catch (error) {
          // If one deletion fails, continue with the next account.
          logFailure(error, "Deleting an account failed.");
        }
      }
      await finishDeletions(deletedIds).catch((error) =>
        logFailure(error, "Removing the names of deleted people failed."),
      );
    }
    // The job queue retries a failed job within seconds. Without this error, a half-deleted account would wait for the
    // next hourly run.
    if (hasFailure) throw new Error("Some accounts were not deleted completely.");
  });

  return {
    /**
     * Requests the deletion of an account. Returns the day on which the account will be deleted. Signs the person out
     * everywhere.
     */
    async request(
      author: AuditAuthor & { userId: string; sessionId: string },
      confirmation: { password: string; confirmation: string },
    ): Promise<Date> {
      const { userId } = author;
      const user = await auth.confirmPassword(userId, confirmation.password, {
        ip: author.ip,
        knownClientName: author.sessionId,
      });
      if (!isAccountEmail(confirmation.confirmation, user.email))
        throw new AppError("ERR.INPUT", { fields: { confirmation: "own_address" } });
      const dueDate = await db.transaction().execute(async (tx) => {
        if (isLastAdmin(await lockAdmins(tx), userId)) throw new AppError("DELETION.LAST_ADMIN");
        await auth.lockSignedInUser(tx, user, author.sessionId);
        const plannedDate = await store.scheduleAccountDeletion(tx, userId);
        if (!plannedDate) throw createNotFoundError();
        const language = user.interface_language;
        await mailer.send(tx, {
          recipient: user.email,
          language,
          template: "deletion_planned",
          link: `${publicUrl}/login`,
          values: { until: formatDay(plannedDate, language, user) },
        });
        await recordAudit(tx, author, "account.delete_request", userId);
        return plannedDate;
      });
      await auth.endAllSessions(userId, "deletion");
      return dueDate;
    },

    async cancel(author: AuditAuthor & { userId: string }): Promise<void> {
      const { userId } = author;
      const deletedAccount = await db.transaction().execute(async (tx) => {
        const owner = await store.cancelAccountDeletion(tx, userId);
        if (!owner) return false;
        await mailer.send(tx, {
          recipient: owner.email,
          language: owner.interface_language,
          template: "deletion_cancelled",
          link: `${publicUrl}/home`,
        });
        await recordAudit(tx, author, "account.delete_cancel", userId);
        return true;
      });
      if (deletedAccount) events.publish("AccountChanged", { userId });
    },
  };
}
