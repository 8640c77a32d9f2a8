import { resetLifetime } from "@kakehashi/contract/auth";
import type { Language } from "@kakehashi/contract/languages";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import { hashSecret, newSecret } from "../../kit/ids.ts";
import type { Jobs } from "../../kit/jobs.ts";
import { record } from "../audit/service.ts";
import type { Events } from "../events/service.ts";
import type { Live } from "../live/service.ts";
import type { Mailer } from "../mail/service.ts";
import type { Pages } from "../pages/service.ts";
import type { Attempts } from "./attempts.ts";
import { cancelWaiting } from "./email-change-store.ts";
import * as mailLinks from "./mail-link-store.ts";
import { hashPassword, verifyPassword } from "./passwords.ts";
import * as sessionStore from "./session-store.ts";
import type { Sessions } from "./sessions.ts";
import { holdSignedIn, signedInUser, wrongPassword } from "./signed-in-user.ts";
import * as store from "./store.ts";
import { assertStrong } from "./weak-passwords.ts";

const job = "password-forgot";
/** Reset mails an hour for one account: enough for a full spam folder, too few to fill a mailbox. */
const mailsAnHour = 5;

export interface RecoveryParts {
  db: Kysely<DB>;
  jobs: Jobs;
  mailer: Mailer;
  live: Live;
  sessions: Sessions;
  attempts: Attempts;
  pages: Pages;
  publicUrl: string;
  events: Events;
}

export function createRecovery(parts: RecoveryParts) {
  const { db, jobs, mailer, live, sessions, attempts, pages, publicUrl, events } = parts;

  const mailReset = async ({ email }: { email: string }) => {
    await db.transaction().execute(async (tx) => {
      const found = await store.findUserByEmail(tx, email);
      if (!found) return;
      // The account may be moving to another address: no link goes to a mailbox that it has left.
      await store.lockUser(tx, found.id);
      const user = await store.findUserById(tx, found.id);
      if (user?.email !== email || user.deleted_at) return;
      if ((await mailLinks.countMailLinks(tx, user.id, "reset")) >= mailsAnHour) return;
      const token = newSecret();
      await mailLinks.insertMailLink(tx, {
        hash: hashSecret(token),
        user_id: user.id,
        purpose: "reset",
        lifetime: resetLifetime,
      });
      await mailer.send(tx, {
        to: user.email,
        language: user.interface_language,
        template: "reset",
        link: `${publicUrl}/password/reset?token=${token}`,
      });
    });
  };
  jobs.define(job, mailReset, { secret: true });

  async function mailChange(tx: Kysely<DB>, user: { email: string; interface_language: Language }) {
    await mailer.send(tx, {
      to: user.email,
      language: user.interface_language,
      template: "password_changed",
      link: `${publicUrl}/password/forgot`,
    });
  }

  return {
    /** Looks nothing up before it answers: a known address takes no longer than an unknown one. */
    async forget(email: string): Promise<void> {
      await pages.assertOpen("/password/forgot");
      await jobs.send(db, job, { email });
    },

    /** Whoever opens the link reads that mailbox, so an address that was never confirmed is from now on. */
    async reset(token: string, password: string, ip: string): Promise<string> {
      const password_hash = await hashPassword(password);
      const user = await db.transaction().execute(async (tx) => {
        const link = await mailLinks.useMailLink(tx, hashSecret(token), "reset");
        const before = link && (await store.findUserById(tx, link.user_id));
        const changed = link && (await store.setPassword(tx, link.user_id, password_hash));
        if (!changed) throw new AppError("AUTH.LINK", { fields: { token: "invalid" } });
        // Refused here, the link stays good for another password.
        await assertStrong(password, changed);
        if (!before?.confirmed_at) await events.write(tx, "AddressConfirmed", { userId: changed.id });
        await mailLinks.spendMailLinks(tx, changed.id);
        // Whoever knew the old password may have asked for it.
        await cancelWaiting(tx, changed.id);
        await sessionStore.revokeSessions(tx, changed.id, "password", null);
        await mailChange(tx, changed);
        await record(tx, { userId: changed.id, ip }, "password.reset", changed.id);
        return changed;
      });
      await attempts.unlock(user.email);
      sessions.forgetUser(user.id);
      live.endSessions(user.id);
      return user.email;
    },

    async change(
      actor: { userId: string; sessionId: string },
      given: { current: string; password: string },
      ip: string,
    ): Promise<void> {
      const user = await signedInUser(db, actor.userId);
      const from = { ip, known: actor.sessionId };
      await attempts.take(user.email, from);
      if (!(await verifyPassword(user.password_hash, given.current))) throw wrongPassword();
      await attempts.succeed(user.email, from);
      await assertStrong(given.password, user);
      const password_hash = await hashPassword(given.password);
      const ended = await db.transaction().execute(async (tx) => {
        await holdSignedIn(tx, user, actor.sessionId);
        await store.setPassword(tx, user.id, password_hash);
        await mailLinks.spendMailLinks(tx, user.id);
        await cancelWaiting(tx, user.id);
        const others = await sessionStore.revokeSessions(tx, user.id, "password", actor.sessionId);
        await mailChange(tx, user);
        await record(tx, { userId: user.id, ip }, "password.change", user.id);
        return others;
      });
      for (const { id } of ended) {
        sessions.forget(id);
        live.endSessions(user.id, id);
      }
    },
  };
}
