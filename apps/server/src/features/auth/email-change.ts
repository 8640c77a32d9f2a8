import type { EmailChangeLink, PendingEmailChange } from "@kakehashi/contract/email-change";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, createNotFoundError } from "../../kit/errors.ts";
import { hashSecret, newId, newSecret } from "../../kit/ids.ts";
import type { Jobs } from "../../kit/jobs.ts";
import { recordAudit } from "../audit/service.ts";
import type { Events } from "../events/service.ts";
import type { Live } from "../live/service.ts";
import { formatDay, type Mailer } from "../mail/service.ts";
import type { AttemptLimiter, SignedInAttemptOrigin } from "./attempts.ts";
import * as store from "./email-change-store.ts";
import { toEmailLinkState, unusableEmailLinkState } from "./email-link.ts";
import * as mailLinks from "./mail-link-store.ts";
import type { PasswordChecker } from "./password-check.ts";
import * as sessionStore from "./session-store.ts";
import type { SessionLookup } from "./sessions.ts";
import { findSignedInUser, lockRowOfSignedInUser } from "./signed-in-user.ts";
import * as accounts from "./store.ts";
import type { TwoStepVerification } from "./two-step.ts";

export interface EmailChangeDependencies {
  db: Kysely<DB>;
  jobs: Jobs;
  mailer: Mailer;
  events: Events;
  live: Live;
  sessions: SessionLookup;
  attempts: AttemptLimiter;
  checkPassword: PasswordChecker;
  twoStep: TwoStepVerification;
  publicUrl: string;
}

const emailChangeJob = "email-change";
/**
 * Maximum number of e-mail address changes that one account may request per day. Each request sends a mail to an
 * address that the requester chose, so many requests could be spam.
 */
const maximumChangesPerDay = 5;
/** Maximum mails of one kind that a mailbox gets per hour, counted over all requesters. */
const maximumMailsPerHour = 5;

/**
 * Changes an account's e-mail address. The owner requests the change with their password, confirms it from
 * both mailboxes, and can undo it from the old one.
 */
export function createEmailChange(dependencies: EmailChangeDependencies) {
  const { db, events, jobs, mailer, live, sessions, attempts, checkPassword, twoStep, publicUrl } =
    dependencies;
  const createConfirmationLink = (token: string) => `${publicUrl}/email/change?token=${token}`;

  /**
   * Looks up the new e-mail address after the response is sent, so that the response time does not reveal whether the
   * address has an account. If the address has an account, the owner of that account gets a mail, and the change cannot
   * be completed.
   */
  async function sendConfirmationLinkMails({ id }: { id: string }): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const emailChange = await store.findEmailChangeById(tx, id);
      if (!emailChange) return;
      await accounts.lockUser(tx, emailChange.user_id);
      const row = await store.findEmailChangeById(tx, id);
      const user = await accounts.findUserById(tx, emailChange.user_id);
      if (!row || row.cancelled_at || row.old_hash || !user || user.deleted_at) return;
      const language = user.interface_language;
      const newEmailAccount = await store.findAccountByEmail(tx, row.new_email);
      const isAddressTaken =
        newEmailAccount?.confirmed_at != null ||
        (await store.isEmailReserved(tx, row.new_email, row.user_id));
      const [oldToken, newToken] = [newSecret(), newSecret()];
      await store.storeEmailChangeLinkHashes(tx, id, {
        old_hash: hashSecret(oldToken),
        new_hash: isAddressTaken ? null : hashSecret(newToken),
      });
      await mailer.send(tx, {
        recipient: row.old_email,
        language,
        template: "email_change_old",
        link: createConfirmationLink(oldToken),
        values: { email: row.new_email },
      });
      const template = isAddressTaken ? "email_change_taken" : "email_change_new";
      if ((await mailer.countRecentMails(tx, row.new_email, template)) >= maximumMailsPerHour) return;
      await mailer.send(tx, {
        recipient: row.new_email,
        language: isAddressTaken && newEmailAccount ? newEmailAccount.interface_language : language,
        template,
        ...(!isAddressTaken && { link: createConfirmationLink(newToken) }),
      });
    });
  }
  jobs.define(emailChangeJob, sendConfirmationLinkMails);

  async function completeChangeIfPossible(
    tx: Kysely<DB>,
    row: store.EmailChangeRow,
    ip: string,
  ): Promise<boolean> {
    await store.lockEmailAddresses(tx, row.old_email, row.new_email);
    const user = await accounts.findUserById(tx, row.user_id);
    if (!user || user.email !== row.old_email) return false;
    await store.removeUnconfirmedSignUp(tx, row.new_email);
    const isTaken =
      (await store.findAccountByEmail(tx, row.new_email)) !== undefined ||
      (await store.isEmailReserved(tx, row.new_email, row.user_id));
    if (isTaken) return false;
    const undoToken = newSecret();
    await store.setEmail(tx, user.id, row.new_email);
    const undoDeadline = await store.markEmailChangeCompleted(tx, row.id, hashSecret(undoToken));
    // Invalidates password reset links that were mailed to the old mailbox.
    await mailLinks.invalidateMailLinks(tx, user.id);
    await recordAudit(tx, { userId: user.id, ip }, "email.change", user.id);
    const language = user.interface_language;
    await mailer.send(tx, {
      recipient: row.old_email,
      language,
      template: "email_changed",
      link: createConfirmationLink(undoToken),
      values: { email: row.new_email, until: formatDay(undoDeadline, language, user) },
    });
    return true;
  }

  const toEmailChange = (
    row: NonNullable<Awaited<ReturnType<typeof store.findWaitingEmailChange>>>,
  ): PendingEmailChange => ({
    email: row.new_email,
    old_confirmed: row.old_confirmed_at !== null,
    new_confirmed: row.new_confirmed_at !== null,
    expires_at: row.expires_at.toISOString(),
  });

  return {
    async findWaiting(userId: string): Promise<PendingEmailChange | null> {
      const row = await store.findWaitingEmailChange(db, userId);
      return row ? toEmailChange(row) : null;
    },

    /** Requests a change of the account's e-mail address. The request replaces a pending one. */
    async request(
      userId: string,
      change: { email: string; password: string; code: string | undefined },
      attemptOrigin: SignedInAttemptOrigin,
    ): Promise<PendingEmailChange> {
      const user = await findSignedInUser(db, userId);
      if (change.email === user.email) throw new AppError("ERR.INPUT", { fields: { email: "same_address" } });
      const { since } = await twoStep.getState(userId);
      if (since !== null && change.code === undefined)
        throw new AppError("ERR.INPUT", { fields: { code: "required" } });
      await checkPassword(user, change.password, attemptOrigin);
      const insertChangeRequest = async (tx: Kysely<DB>): Promise<PendingEmailChange> => {
        const { count, waitSeconds } = await store.countEmailChangesOfLastDay(tx, userId);
        if (count >= maximumChangesPerDay) throw new AppError("ERR.TOO_MANY", { retryAfter: waitSeconds });
        await store.cancelWaitingEmailChange(tx, userId);
        const id = newId();
        const row = { id, user_id: userId, old_email: user.email, new_email: change.email };
        const { expires_at } = await store.insertEmailChange(tx, row);
        await recordAudit(tx, { userId, ip: attemptOrigin.ip }, "email.request", userId);
        await jobs.send(tx, emailChangeJob, { id });
        const email = change.email;
        return { email, old_confirmed: false, new_confirmed: false, expires_at: expires_at.toISOString() };
      };
      return since === null
        ? db.transaction().execute(async (tx) => {
            await lockRowOfSignedInUser(tx, user, attemptOrigin.knownClientName);
            return insertChangeRequest(tx);
          })
        : twoStep.runForSignedIn(user, change.code ?? "", attemptOrigin, insertChangeRequest);
    },

    async cancel(userId: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await accounts.lockUser(tx, userId);
        if (!(await store.findWaitingEmailChange(tx, userId))) throw createNotFoundError();
        await store.cancelWaitingEmailChange(tx, userId);
      });
    },

    async link(token: string): Promise<EmailChangeLink> {
      const hash = hashSecret(token);
      const row = await store.findEmailChangeByLinkHash(db, hash);
      return row ? toEmailLinkState(row, hash) : unusableEmailLinkState;
    },

    async confirm(token: string, ip: string): Promise<EmailChangeLink> {
      const hash = hashSecret(token);
      const currentChange = await store.findEmailChangeByLinkHash(db, hash);
      if (!currentChange) return unusableEmailLinkState;
      const link = await db.transaction().execute(async (tx): Promise<EmailChangeLink> => {
        await accounts.lockUser(tx, currentChange.user_id);
        const row = await store.findEmailChangeById(tx, currentChange.id);
        const link = row ? toEmailLinkState(row, hash) : unusableEmailLinkState;
        if (!row || link.state !== "open" || link.kind === null || link.kind === "undo") return link;
        await store.markMailboxConfirmed(tx, row.id, link.kind);
        const otherConfirmedAt = link.kind === "old" ? row.new_confirmed_at : row.old_confirmed_at;
        if (!otherConfirmedAt) return { ...link, state: "half" };
        if (await completeChangeIfPossible(tx, row, ip)) return { ...link, state: "done" };
        // Another account has taken the new e-mail address since this change was requested, so the change is cancelled.
        await store.cancelWaitingEmailChange(tx, row.user_id);
        return unusableEmailLinkState;
      });
      events.publish("AccountChanged", { userId: currentChange.user_id });
      return link;
    },

    async undo(token: string, ip: string): Promise<EmailChangeLink> {
      const hash = hashSecret(token);
      const changeRow = await store.findEmailChangeByLinkHash(db, hash);
      if (!changeRow) return unusableEmailLinkState;
      const { link, wasUndone } = await db.transaction().execute(async (tx) => {
        await accounts.lockUser(tx, changeRow.user_id);
        const row = await store.findEmailChangeById(tx, changeRow.id);
        const link = row ? toEmailLinkState(row, hash) : unusableEmailLinkState;
        if (!row?.done_at || link.state !== "open" || link.kind !== "undo") return { link, wasUndone: false };
        const user = await accounts.findUserById(tx, row.user_id);
        if (!user || user.deleted_at) return { link: unusableEmailLinkState, wasUndone: false };
        await store.lockEmailAddresses(tx, row.old_email, user.email);
        await store.removeUnconfirmedSignUp(tx, row.old_email);
        await store.markEmailChangeUndone(tx, row.id, row.user_id);
        await store.setEmail(tx, row.user_id, row.old_email);
        await store.removeIdentitiesSince(tx, row.user_id, row.done_at);
        if (await store.removeTwoStepSince(tx, row.user_id, row.done_at))
          await recordAudit(tx, { userId: null, ip }, "two-step.off", row.user_id);
        await mailLinks.invalidateMailLinks(tx, row.user_id);
        await sessionStore.revokeSessions(tx, row.user_id, "email", null);
        await recordAudit(tx, { userId: null, ip }, "email.undo", row.user_id);
        for (const recipient of [row.old_email, user.email])
          await mailer.send(tx, {
            recipient,
            language: user.interface_language,
            template: "email_undone",
          });
        return { link: { ...link, state: "undone" as const }, wasUndone: true };
      });
      if (wasUndone) {
        await attempts.deleteFailureCounts(changeRow.old_email);
        sessions.reloadSessionsOfUser(changeRow.user_id);
        live.disconnectSessions(changeRow.user_id);
      }
      return link;
    },
  };
}
