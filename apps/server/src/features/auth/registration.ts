import { confirmationLifetime } from "@kakehashi/contract/auth";
import type { Language } from "@kakehashi/contract/languages";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import { hashSecret, newId, newSecret } from "../../kit/ids.ts";
import type { Jobs } from "../../kit/jobs.ts";
import type { Mailer } from "../mail/service.ts";
import type { Pages } from "../pages/service.ts";
import * as mailLinks from "./mail-link-store.ts";
import { hashPassword } from "./passwords.ts";
import * as store from "./store.ts";

export interface SignUp {
  email: string;
  password: string;
  language: Language;
  name?: string | undefined;
  terms_version?: string | undefined;
}

/** What waits for the link of a confirmation mail. */
export interface Waiting {
  password_hash: string;
  name: string;
  terms_version: string | null;
}

export interface RegistrationParts {
  db: Kysely<DB>;
  jobs: Jobs;
  mailer: Mailer;
  pages: Pages;
  publicUrl: string;
}

const job = "sign-up";
interface Job extends Waiting {
  email: string;
  language: Language;
}

/** Mails of one kind an hour that a stranger can have sent to an address that they merely know. */
const mailsAnHour = 5;

export function createRegistration({ db, jobs, mailer, pages, publicUrl }: RegistrationParts) {
  async function mailConfirmation(
    tx: Kysely<DB>,
    user: { id: string; email: string; language: Language },
    signUp: Waiting,
  ): Promise<void> {
    // Of two at once, the second counts the first one's mail.
    await store.lockUser(tx, user.id);
    if ((await mailer.countLately(tx, user.email, "confirm")) >= mailsAnHour) return;
    const token = newSecret();
    await mailLinks.insertMailLink(tx, {
      hash: hashSecret(token),
      user_id: user.id,
      purpose: "confirm",
      lifetime: confirmationLifetime,
      ...signUp,
    });
    await mailer.send(tx, {
      to: user.email,
      language: user.language,
      template: "confirm",
      link: `${publicUrl}/register/confirm?token=${token}`,
    });
  }

  jobs.define<Job>(job, async ({ email, language, ...waiting }) => {
    await db.transaction().execute(async (tx) => {
      await store.insertUser(tx, {
        id: newId(),
        email,
        name: waiting.name,
        interface_language: language,
        live_endpoint: newSecret(),
      });
      const user = await store.findUserByEmail(tx, email);
      if (!user) throw new AppError("ERR.INTERNAL");
      if (user.confirmed_at) {
        if ((await mailer.countLately(tx, email, "known_address")) >= mailsAnHour) return;
        const link = `${publicUrl}/login`;
        await mailer.send(tx, { to: email, language, template: "known_address", link });
      } else await mailConfirmation(tx, { id: user.id, email, language }, waiting);
    });
  });

  return {
    mailConfirmation,

    /** Looks nothing up before it answers: a known address takes no longer than a new one. The mail tells its owner. */
    async signUp({ email, password, language, name, terms_version }: SignUp): Promise<void> {
      await pages.assertOpen("/register");
      const password_hash = await hashPassword(password);
      const shown = name ?? email.slice(0, email.indexOf("@"));
      const waiting = { password_hash, name: shown, terms_version: terms_version ?? null };
      await jobs.send<Job>(db, job, { email, language, ...waiting });
    },

    async confirm(token: string): Promise<string> {
      await pages.assertOpen("/register/confirm");
      return db.transaction().execute(async (tx) => {
        const link = await mailLinks.useMailLink(tx, hashSecret(token), "confirm");
        const confirmed =
          link?.password_hash && link.name
            ? await store.confirmUser(tx, link.user_id, {
                password_hash: link.password_hash,
                name: link.name,
                accepted_terms_version: link.terms_version,
              })
            : undefined;
        if (!confirmed) throw new AppError("AUTH.LINK", { fields: { token: "invalid" } });
        return confirmed.email;
      });
    },
  };
}
