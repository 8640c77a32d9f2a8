import type { PageMeta } from "@kakehashi/contract/kit/page";
import type { Language } from "@kakehashi/contract/languages";
import type { Account, Role } from "@kakehashi/contract/users";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, createNotFoundError } from "../../kit/errors.ts";
import { type AuditAuthor, type RepeatedEvents, recordAudit } from "../audit/service.ts";
import type { Auth } from "../auth/service.ts";
import type { Events } from "../events/service.ts";
import type { Mailer } from "../mail/service.ts";
import type { Profiles } from "../profiles/service.ts";
import { lockAdminsAndRequireAdmin, setRole, type Users } from "../users/service.ts";
import { type AuditFilter, listAuditEntries } from "./audit-store.ts";
import * as store from "./store.ts";

export interface AdminDependencies {
  db: Kysely<DB>;
  events: Events;
  auth: Auth;
  users: Users;
  profiles: Profiles;
  mailer: Mailer;
  repeatedEvents: RepeatedEvents;
}

function toResultPage<T>(
  { page, paging }: { page: number; paging: number },
  { rows, total }: store.RowsWithTotal<T>,
): { data: T[]; meta: PageMeta } {
  return { data: rows, meta: { page, paging, total, has_more: page * paging < total } };
}

export type AdminService = ReturnType<typeof createAdminService>;

/** Implements the API calls under `/admin`. Each of them requires the role `admin`. */
export function createAdminService(dependencies: AdminDependencies) {
  const { db, events, auth, users, profiles, mailer, repeatedEvents } = dependencies;
  async function requireUserRow(userId: string): Promise<{ email: string; role: string }> {
    const user = await store.findEmailAndRoleOfUser(db, userId);
    if (!user) throw createNotFoundError();
    return user;
  }

  return {
    async listActivations(filter: Parameters<Profiles["list"]>[0]) {
      const { profiles: rows, total } = await profiles.list(filter);
      return toResultPage(filter, { rows, total });
    },

    countWaiting: () => store.countItemsWaitingForAdmin(db),

    listUsers: async (filter: store.UserFilter) => toResultPage(filter, await store.listUsers(db, filter)),
    async listAuditLog(filter: AuditFilter, language: Language) {
      await repeatedEvents.flush();
      return toResultPage(filter, await listAuditEntries(db, filter, language));
    },
    listMails: async (filter: store.MailFilter) => toResultPage(filter, await store.listMails(db, filter)),

    async getUser(userId: string) {
      const account = await users.getAccount(userId);
      const sessions = await auth.sessionsOf({ userId, sessionId: "" });
      const { since } = await auth.twoStep.getState(userId);
      return {
        account,
        profile: await profiles.findOwn(userId),
        sessions,
        two_step_since: since,
        deletion: await store.findPlannedDeletion(db, userId),
      };
    },

    /** An admin cannot change their own role, so the last admin cannot lock everybody out. */
    async setRole(author: AuditAuthor, userId: string, role: Role): Promise<Account> {
      if (author.userId === userId) throw new AppError("ERR.FORBIDDEN");
      const { role: previousRole } = await requireUserRow(userId);
      await db.transaction().execute(async (tx) => {
        await lockAdminsAndRequireAdmin(tx, author.userId);
        await setRole(tx, userId, role);
        await events.write(tx, "RoleChanged", { userId });
        await recordAudit(tx, author, "user.role", userId, { from: previousRole, to: role });
      });
      events.publish("AccountChanged", { userId });
      return users.getAccount(userId);
    },

    async unlock(author: AuditAuthor, userId: string): Promise<void> {
      const { email } = await requireUserRow(userId);
      await auth.unlock(email);
      await auth.twoStep.unlock(userId);
      await recordAudit(db, author, "user.unlock", userId);
    },

    /**
     * An admin cannot reset their own second sign-in step. Otherwise anybody who finds the admin's screen unlocked
     * could switch it off.
     */
    async resetTwoStep(author: AuditAuthor, userId: string): Promise<void> {
      if (author.userId === userId) throw new AppError("ERR.FORBIDDEN");
      await requireUserRow(userId);
      await auth.twoStep.reset(author, userId);
    },

    async signOut(author: AuditAuthor, userId: string): Promise<void> {
      await requireUserRow(userId);
      await auth.endAllSessions(userId, "admin");
      await recordAudit(db, author, "user.sign-out", userId);
    },

    async resendMail(author: AuditAuthor, mailId: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        if (!(await mailer.retryNow(tx, mailId))) throw createNotFoundError();
        await recordAudit(tx, author, "mail.resend", mailId);
      });
      events.publish("FailedMailsChanged", { mailId });
    },
  };
}
