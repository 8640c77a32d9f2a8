import { passwordResetLinkLifetimeSeconds } from "@kakehashi/contract/auth";
import type { Language } from "@kakehashi/contract/languages";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import { hashSecret, newSecret } from "../../kit/ids.ts";
import type { Jobs } from "../../kit/jobs.ts";
import { recordAudit } from "../audit/service.ts";
import type { Events } from "../events/service.ts";
import type { Live } from "../live/service.ts";
import type { Mailer } from "../mail/service.ts";
import type { ClosablePages } from "../pages/service.ts";
import type { AttemptLimiter, SignedInAttemptOrigin } from "./attempts.ts";
import { cancelWaitingEmailChange } from "./email-change-store.ts";
import * as mailLinks from "./mail-link-store.ts";
import type { PasswordChecker } from "./password-check.ts";
import { hashPassword } from "./passwords.ts";
import * as sessionStore from "./session-store.ts";
import type { SessionLookup } from "./sessions.ts";
import { findSignedInUser, lockRowOfSignedInUser } from "./signed-in-user.ts";
import * as store from "./store.ts";
import { assertStrongPassword } from "./weak-passwords.ts";

const resetMailJob = "password-forgot";
/**
 * Maximum number of unused password reset links that are mailed to one account within an hour. A few are needed in case
 * mails land in spam, but many would flood a mailbox.
 */
const maximumMailsPerHour = 5;

export interface PasswordResetDependencies {
  db: Kysely<DB>;
  jobs: Jobs;
  mailer: Mailer;
  live: Live;
  sessions: SessionLookup;
  attempts: AttemptLimiter;
  checkPassword: PasswordChecker;
  pages: ClosablePages;
  publicUrl: string;
  events: Events;
}

export function createPasswordReset(dependencies: PasswordResetDependencies) {
  const { db, jobs, mailer, live, sessions, attempts, checkPassword, pages, publicUrl, events } =
    dependencies;

  const sendResetLinkMail = async ({ email }: { email: string }) => {
    await db.transaction().execute(async (tx) => {
      const userWithEmail = await store.findUserByEmail(tx, email);
      if (!userWithEmail) return;
      // Locks the account, because its e-mail address may be changing. After a change the old mailbox must not get a
      // reset link.
      await store.lockUser(tx, userWithEmail.id);
      const user = await store.findUserById(tx, userWithEmail.id);
      if (user?.email !== email || user.deleted_at) return;
      if ((await mailLinks.countUnusedMailLinksOfLastHour(tx, user.id, "reset")) >= maximumMailsPerHour)
        return;
      const token = newSecret();
      await mailLinks.insertMailLink(tx, {
        hash: hashSecret(token),
        user_id: user.id,
        purpose: "reset",
        lifetimeSeconds: passwordResetLinkLifetimeSeconds,
      });
      await mailer.send(tx, {
        recipient: user.email,
        language: user.interface_language,
        template: "reset",
        link: `${publicUrl}/password/reset?token=${token}`,
      });
    });
  };
  jobs.define(resetMailJob, sendResetLinkMail, { hasSecretData: true });

  async function sendPasswordChangedMail(
    tx: Kysely<DB>,
    user: { email: string; interface_language: Language },
  ) {
    await mailer.send(tx, {
      recipient: user.email,
      language: user.interface_language,
      template: "password_changed",
      link: `${publicUrl}/password/forgot`,
    });
  }

  return {
    /**
     * Sends the response before the server looks up the e-mail address, so that a known address takes as long as an
     * unknown one.
     */
    async sendReset(email: string): Promise<void> {
      await pages.assertOpen("/password/forgot");
      await jobs.send(db, resetMailJob, { email });
    },

    /**
     * The reset link proves that the person reads this mailbox, so an unconfirmed e-mail address becomes
     * confirmed.
     */
    async resetPassword(token: string, password: string, ip: string): Promise<string> {
      const password_hash = await hashPassword(password);
      const user = await db.transaction().execute(async (tx) => {
        const link = await mailLinks.markMailLinkUsed(tx, hashSecret(token), "reset");
        const previousUser = link && (await store.findUserById(tx, link.user_id));
        const isPasswordChanged = link && (await store.setPassword(tx, link.user_id, password_hash));
        if (!isPasswordChanged) throw new AppError("AUTH.LINK", { fields: { token: "invalid" } });
        // A weak password throws and so rolls the transaction back. The link then stays unused, and the person can try
        // another password with the same link.
        await assertStrongPassword(password, isPasswordChanged);
        if (!previousUser?.confirmed_at)
          await events.write(tx, "AddressConfirmed", { userId: isPasswordChanged.id });
        await mailLinks.invalidateMailLinks(tx, isPasswordChanged.id);
        // Somebody who stole the old password may have requested the pending change of the e-mail address, so
        // the reset cancels it.
        await cancelWaitingEmailChange(tx, isPasswordChanged.id);
        await sessionStore.revokeSessions(tx, isPasswordChanged.id, "password", null);
        await sendPasswordChangedMail(tx, isPasswordChanged);
        await recordAudit(tx, { userId: isPasswordChanged.id, ip }, "password.reset", isPasswordChanged.id);
        return isPasswordChanged;
      });
      await attempts.deleteFailureCounts(user.email);
      sessions.reloadSessionsOfUser(user.id);
      live.disconnectSessions(user.id);
      return user.email;
    },

    async change(
      actor: { userId: string; sessionId: string },
      passwords: { currentPassword: string; password: string },
      ip: string,
    ): Promise<void> {
      const user = await findSignedInUser(db, actor.userId);
      const attemptOrigin: SignedInAttemptOrigin = { ip, knownClientName: actor.sessionId };
      await checkPassword(user, passwords.currentPassword, attemptOrigin);
      await assertStrongPassword(passwords.password, user);
      const password_hash = await hashPassword(passwords.password);
      const endedSessions = await db.transaction().execute(async (tx) => {
        await lockRowOfSignedInUser(tx, user, actor.sessionId);
        await store.setPassword(tx, user.id, password_hash);
        await mailLinks.invalidateMailLinks(tx, user.id);
        await cancelWaitingEmailChange(tx, user.id);
        const endedSessions = await sessionStore.revokeSessions(tx, user.id, "password", actor.sessionId);
        await sendPasswordChangedMail(tx, user);
        await recordAudit(tx, { userId: user.id, ip }, "password.change", user.id);
        return endedSessions;
      });
      for (const { id } of endedSessions) {
        sessions.reloadSessionEverywhere(id);
        live.disconnectSessions(user.id, id);
      }
    },
  };
}
