import type { Language } from "@kakehashi/contract/languages";
import { nameSchema } from "@kakehashi/contract/names";
import { termsVersion } from "@kakehashi/contract/site";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import { newId, newSecret } from "../../kit/ids.ts";
import type { Events } from "../events/service.ts";
import type { ClosablePages } from "../pages/service.ts";
import { isEmailReserved, lockEmailAddresses } from "./email-change-store.ts";
import { IdentitySignInError } from "./identity-sign-in-error.ts";
import * as identityStore from "./identity-store.ts";
import * as mailLinks from "./mail-link-store.ts";
import type { IssuerUserClaims } from "./open-id-client.ts";
import * as store from "./store.ts";

interface IdentityAccountDependencies {
  readonly events: Pick<Events, "write">;
  readonly pages: Pick<ClosablePages, "assertOpen">;
}

/** Returns the function that finds the account for a person whom the identity provider has signed in. */
export function createIdentityAccounts({ events, pages }: IdentityAccountDependencies) {
  /** Returns the confirmed account of an e-mail address. Creates an account if there is none. */
  return async function findOrCreateAccount(
    tx: Kysely<DB>,
    email: string,
    claims: IssuerUserClaims,
    language: Language,
  ) {
    // Lock the account before the e-mail addresses, as a change of an e-mail address does. Two transactions that locked
    // them in different orders could deadlock.
    const accountOfEmail = await store.findUserByEmail(tx, email);
    if (accountOfEmail?.confirmed_at) await store.lockUser(tx, accountOfEmail.id);
    await lockEmailAddresses(tx, email);
    // Refuse the e-mail address if its former owner can still take it back by undoing a change.
    if (await isEmailReserved(tx, email, null)) throw new IdentitySignInError("taken");
    const existingUser = await store.findUserByEmail(tx, email);
    if (existingUser?.confirmed_at) return { user: existingUser, isNew: false };
    await pages.assertOpen("/register").catch(() => {
      throw new IdentitySignInError("closed");
    });
    const parsedName = nameSchema.safeParse(claims.name);
    const displayName = parsedName.success ? parsedName.data : email.slice(0, email.indexOf("@"));
    await store.insertUser(tx, {
      id: newId(),
      email,
      name: displayName,
      interface_language: language,
      live_endpoint: newSecret(),
    });
    const user = await store.findUserByEmail(tx, email);
    if (!user) throw new AppError("ERR.INTERNAL");
    const nameAndTerms = { name: displayName, accepted_terms_version: termsVersion };
    const confirmedSignUp = await identityStore.confirmAccountByIssuer(tx, user.id, nameAndTerms);
    if (confirmedSignUp) {
      await mailLinks.invalidateMailLinks(tx, user.id);
      await events.write(tx, "AddressConfirmed", { userId: user.id });
    }
    return {
      user: confirmedSignUp ? { ...user, password_hash: null, confirmed_at: new Date() } : user,
      isNew: confirmedSignUp,
    };
  };
}
