import { confirmationLinkLifetimeSeconds, type MailLinkState } from "@kakehashi/contract/auth";
import type { Language } from "@kakehashi/contract/languages";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import { hashSecret, newId, newSecret } from "../../kit/ids.ts";
import type { Jobs } from "../../kit/jobs.ts";
import type { Events } from "../events/service.ts";
import type { Mailer } from "../mail/service.ts";
import type { ClosablePages } from "../pages/service.ts";
import { isEmailReserved, lockEmailAddresses } from "./email-change-store.ts";
import * as mailLinks from "./mail-link-store.ts";
import { hashPassword, verifyPassword } from "./passwords.ts";
import * as store from "./store.ts";
import { assertStrongPassword } from "./weak-passwords.ts";

export interface SignUp {
  email: string;
  password: string;
  language: Language;
  name?: string | undefined;
  terms_version?: string | undefined;
}

/** A sign-up that waits for its confirmation link. */
export interface UnconfirmedSignUp {
  password_hash: string;
  name: string;
  terms_version: string | null;
}

export interface RegistrationDependencies {
  db: Kysely<DB>;
  jobs: Jobs;
  mailer: Mailer;
  pages: ClosablePages;
  publicUrl: string;
  events: Events;
}

const confirmationMailJob = "sign-up";
interface ConfirmationMailJob extends UnconfirmedSignUp {
  email: string;
  language: Language;
}

/** Maximum mails of one kind per hour to one address. It limits the mails that strangers can cause. */
const maximumMailsPerHour = 5;

export type Registration = ReturnType<typeof createRegistration>;

export function createRegistration({ db, jobs, mailer, pages, publicUrl, events }: RegistrationDependencies) {
  async function sendConfirmationMail(
    tx: Kysely<DB>,
    user: { id: string; email: string; language: Language },
    signUp: UnconfirmedSignUp,
  ): Promise<void> {
    // Lock the account. The second of two simultaneous requests then waits, and counts the mail of the first.
    await store.lockUser(tx, user.id);
    if ((await mailer.countRecentMails(tx, user.email, "confirm")) >= maximumMailsPerHour) return;
    const token = newSecret();
    await mailLinks.insertMailLink(tx, {
      hash: hashSecret(token),
      user_id: user.id,
      purpose: "confirm",
      lifetimeSeconds: confirmationLinkLifetimeSeconds,
      password_hash: signUp.password_hash,
      name: signUp.name,
      terms_version: signUp.terms_version,
    });
    await mailer.send(tx, {
      recipient: user.email,
      language: user.language,
      template: "confirm",
      link: `${publicUrl}/register/confirm?token=${token}`,
    });
  }

  const sendSignUpResultMail = async ({ email, language, ...signUp }: ConfirmationMailJob) => {
    await db.transaction().execute(async (tx) => {
      await lockEmailAddresses(tx, email);
      if (await isEmailReserved(tx, email, null)) {
        if ((await mailer.countRecentMails(tx, email, "reserved_address")) < maximumMailsPerHour)
          await mailer.send(tx, { recipient: email, language, template: "reserved_address" });
        return;
      }
      await store.insertUser(tx, {
        id: newId(),
        email,
        name: signUp.name,
        interface_language: language,
        live_endpoint: newSecret(),
      });
      const user = await store.findUserByEmail(tx, email);
      if (!user) throw new AppError("ERR.INTERNAL");
      if (user.confirmed_at) {
        if ((await mailer.countRecentMails(tx, email, "known_address")) >= maximumMailsPerHour) return;
        const link = `${publicUrl}/login`;
        await mailer.send(tx, { recipient: email, language, template: "known_address", link });
      } else await sendConfirmationMail(tx, { id: user.id, email, language }, signUp);
    });
  };
  jobs.define<ConfirmationMailJob>(confirmationMailJob, sendSignUpResultMail, { hasSecretData: true });

  /** Finds the sign-up of a confirmation link. If the link does not work, throws an error that says why. */
  async function findSignUpOfLink(hash: Buffer, shouldIncludeExpired = false) {
    const link = await mailLinks.findMailLink(db, hash, "confirm");
    if (link?.confirmed_at) throw new AppError("AUTH.CONFIRMED");
    if (!link || link.used_at || link.password_hash === null)
      throw new AppError("AUTH.LINK", { fields: { token: "invalid" } });
    if (link.expired && !shouldIncludeExpired)
      throw new AppError("AUTH.LINK_EXPIRED", { fields: { token: "invalid" } });
    const { password_hash, name, ...otherLinkFields } = link;
    return { ...otherLinkFields, password_hash, name: name ?? link.email };
  }

  return {
    sendConfirmationMail,

    /**
     * Sends the response before the server looks up the e-mail address, so that a known address takes as long as a new
     * one. A mail tells the address's owner the result.
     */
    async signUp({ email, password, language, name, terms_version }: SignUp): Promise<void> {
      await pages.assertOpen("/register");
      await assertStrongPassword(password, { email, name });
      const password_hash = await hashPassword(password);
      const displayName = name ?? email.slice(0, email.indexOf("@"));
      const signUp = { password_hash, name: displayName, terms_version: terms_version ?? null };
      await jobs.send<ConfirmationMailJob>(db, confirmationMailJob, { email, language, ...signUp });
    },

    /**
     * Confirms an e-mail address and returns its account. A new password replaces the password of the sign-up, because
     * somebody else may have signed up with this address. If the password is not new, it must equal the password of the
     * sign-up.
     */
    async confirm(token: string, password: string, isNewPassword: boolean): Promise<store.SignInUser> {
      await pages.assertOpen("/register/confirm");
      const hash = hashSecret(token);
      const signUp = await findSignUpOfLink(hash);
      if (!isNewPassword && !(await verifyPassword(signUp.password_hash, password)))
        throw new AppError("AUTH.SIGN_UP_PASSWORD", { fields: { password: "sign_up_password" } });
      if (isNewPassword) await assertStrongPassword(password, signUp);
      const password_hash = isNewPassword ? await hashPassword(password) : signUp.password_hash;
      return db.transaction().execute(async (tx) => {
        const usedMailLink = await mailLinks.markMailLinkUsed(tx, hash, "confirm");
        const confirmedUser =
          usedMailLink &&
          (await store.markUserConfirmed(tx, usedMailLink.user_id, {
            password_hash,
            name: signUp.name,
            accepted_terms_version: signUp.terms_version,
          }));
        // Another request has just confirmed this e-mail address, with the same link or with another link to the
        // address. So this request is refused.
        if (!confirmedUser) throw new AppError("AUTH.CONFIRMED");
        await events.write(tx, "AddressConfirmed", { userId: usedMailLink.user_id });
        const user = await store.findUserById(tx, usedMailLink.user_id);
        if (!user) throw new AppError("ERR.INTERNAL");
        return user;
      });
    },

    /** Mails a new link to replace an expired one. */
    async resend(token: string): Promise<void> {
      await pages.assertOpen("/register/confirm");
      const signUp = await findSignUpOfLink(hashSecret(token), true);
      const language = signUp.interface_language;
      const { user_id: id, email } = signUp;
      await db.transaction().execute((tx) => sendConfirmationMail(tx, { id, email, language }, signUp));
    },

    async mailLinkState(token: string, purpose: "confirm" | "reset"): Promise<MailLinkState> {
      const link = await mailLinks.findMailLink(db, hashSecret(token), purpose);
      if (!link) return "dead";
      if (purpose === "confirm" && link.confirmed_at) return "confirmed";
      if (link.used_at) return "dead";
      return link.expired ? "expired" : "open";
    },
  };
}
