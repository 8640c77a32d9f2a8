import { emailSchema } from "@kakehashi/contract/credentials";
import { type IdentityProblem, identityFlowLifetime } from "@kakehashi/contract/identities";
import type { Language } from "@kakehashi/contract/languages";
import { nameSchema } from "@kakehashi/contract/names";
import { termsVersion } from "@kakehashi/contract/site";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, notFound } from "../../kit/errors.ts";
import { hashSecret, newId, newSecret } from "../../kit/ids.ts";
import type { Log } from "../../kit/log.ts";
import { record } from "../audit/service.ts";
import type { Events } from "../events/service.ts";
import type { Mailer } from "../mail/service.ts";
import type { Pages } from "../pages/service.ts";
import { isReserved, lockAddresses } from "./email-change-store.ts";
import * as flows from "./identity-store.ts";
import { type Claims, createIssuer, type IssuerOptions, IssuerUnreachable } from "./issuer.ts";
import * as mailLinks from "./mail-link-store.ts";
import { signedInUser } from "./signed-in-user.ts";
import * as store from "./store.ts";

export interface IdentityParts {
  db: Kysely<DB>;
  events: Events;
  log: Log;
  mailer: Mailer;
  pages: Pages;
  publicUrl: string;
  /** Null: one signs in by password alone. */
  google: IssuerOptions | null;
}

/** Nothing came of it: why, and where the person wanted to go. */
export class IdentityRefusal extends Error {
  readonly problem: IdentityProblem;
  readonly next: string;
  /** Whether somebody signed in wanted to be linked. */
  readonly linking: boolean;
  constructor(problem: IdentityProblem, next = "/home", linking = false) {
    super(problem);
    this.problem = problem;
    this.next = next;
    this.linking = linking;
  }
}

/** Who came back, and whether to sign in or only to be linked. */
export interface Arrival {
  user: store.SignInUser;
  linked: boolean;
  next: string;
  /** The session that the browser was in when it left for the issuer. */
  replaces: string | undefined;
}

/** Domains whose mailboxes Google itself runs. */
const googleDomains: ReadonlySet<string> = new Set(["gmail.com", "googlemail.com"]);

/**
 * Whether the issuer itself runs the mailbox of this address. Of other addresses it only knows that somebody could read
 * their mail once: they may belong to somebody else by now.
 */
function isAuthoritative(email: string, { hostedDomain }: Claims): boolean {
  const domain = email.slice(email.lastIndexOf("@") + 1);
  return googleDomains.has(domain) || hostedDomain === domain;
}

/** Where to after the sign-in: on this site, whatever a browser makes of backslashes and tabs. */
export function ownPlace(next: string | undefined, publicUrl: string): string {
  if (next === undefined || !/^\/(?![/\\])/.test(next) || !URL.canParse(next, publicUrl)) return "/home";
  const { origin, pathname, search, hash } = new URL(next, publicUrl);
  return origin === new URL(publicUrl).origin && !pathname.startsWith("//")
    ? pathname + search + hash
    : "/home";
}

export function createIdentity({ db, mailer, pages, publicUrl, google, events, log }: IdentityParts) {
  const issuer = google && createIssuer(google, `${publicUrl}/api/auth/google/callback`);
  const name = google?.issuer ?? "";
  /** Of what went wrong on the way and is nobody's fault here: the person is told that it did not work. */
  const logFailure = (error: unknown) =>
    log.warn({ err: error }, "A sign-in through Google came to nothing.");

  async function link(tx: Kysely<DB>, user: store.SignInUser, claims: Claims, email: string, ip: string) {
    const identity = { issuer: name, subject: claims.subject, user_id: user.id, email };
    if (!(await flows.insertIdentity(tx, identity))) {
      // Two tabs at once, or an address that the issuer has given to somebody else since.
      if ((await flows.findIdentity(tx, name, claims.subject)) === user.id) return;
      throw new IdentityRefusal("taken");
    }
    await record(tx, { userId: user.id, ip }, "identity.link", user.id, { issuer: name });
  }

  async function tell(tx: Kysely<DB>, user: store.SignInUser, email: string): Promise<void> {
    await mailer.send(tx, {
      to: user.email,
      language: user.interface_language,
      template: "identity_linked",
      link: `${publicUrl}/settings`,
      values: { email },
    });
  }

  /** The confirmed account of an address, made where there is none. */
  async function accountOf(tx: Kysely<DB>, email: string, claims: Claims, language: Language) {
    // A change of address holds the account before its addresses: the other way round they would wait in a circle.
    const holder = await store.findUserByEmail(tx, email);
    if (holder?.confirmed_at) await store.lockUser(tx, holder.id);
    await lockAddresses(tx, email);
    // Its account moved to another address and can still take it back.
    if (await isReserved(tx, email, null)) throw new IdentityRefusal("taken");
    const found = await store.findUserByEmail(tx, email);
    if (found?.confirmed_at) return { user: found, fresh: false };
    await pages.assertOpen("/register").catch(() => {
      throw new IdentityRefusal("closed");
    });
    const given = nameSchema.safeParse(claims.name);
    const shown = given.success ? given.data : email.slice(0, email.indexOf("@"));
    await store.insertUser(tx, {
      id: newId(),
      email,
      name: shown,
      interface_language: language,
      live_endpoint: newSecret(),
    });
    const user = await store.findUserByEmail(tx, email);
    if (!user) throw new AppError("ERR.INTERNAL");
    const terms = { name: shown, accepted_terms_version: termsVersion };
    const fresh = await flows.confirmByIssuer(tx, user.id, terms);
    if (fresh) {
      await mailLinks.spendMailLinks(tx, user.id);
      await events.write(tx, "AddressConfirmed", { userId: user.id });
    }
    return { user: fresh ? { ...user, password_hash: null, confirmed_at: new Date() } : user, fresh };
  }

  async function arrive(
    flow: { user_id: string | null },
    claims: Claims,
    { language, ip }: { language: Language; ip: string },
  ): Promise<store.SignInUser> {
    return db.transaction().execute(async (tx) => {
      const known = await flows.findIdentity(tx, name, claims.subject);
      if (known !== undefined) {
        if (flow.user_id !== null && flow.user_id !== known) throw new IdentityRefusal("taken");
        const user = await store.findUserById(tx, known);
        if (!user || user.deleted_at) throw new IdentityRefusal("failed");
        return user;
      }
      const email = emailSchema.safeParse(claims.email);
      if (!email.success || !claims.emailVerified) throw new IdentityRefusal("unverified");
      if (flow.user_id !== null) {
        const user = await store.findUserById(tx, flow.user_id);
        if (!user || user.deleted_at) throw new IdentityRefusal("failed");
        if (user.email !== email.data) throw new IdentityRefusal("mismatch");
        await link(tx, user, claims, email.data, ip);
        await tell(tx, user, email.data);
        return user;
      }
      // Such an address is confirmed by our own mail first: with an account here, its owner links Google in the settings.
      if (!isAuthoritative(email.data, claims)) throw new IdentityRefusal("foreign");
      const { user, fresh } = await accountOf(tx, email.data, claims, language);
      if (user.deleted_at) throw new IdentityRefusal("failed");
      await link(tx, user, claims, email.data, ip);
      if (!fresh) await tell(tx, user, email.data);
      return user;
    });
  }

  return {
    available: issuer !== null,
    logFailure,

    /**
     * Where to send the browser, and the secret that it keeps until it is back. `userId`: whom to link. `session`: the
     * one that the browser is in.
     */
    async begin(
      next: string | undefined,
      userId: string | null,
      session: string | undefined,
    ): Promise<{ address: string; browser: string }> {
      const place = ownPlace(next, publicUrl);
      const linking = userId !== null;
      if (!issuer) throw new IdentityRefusal("off", place, linking);
      const { address, ...flow } = await issuer.begin().catch((error: unknown) => {
        logFailure(error);
        throw new IdentityRefusal("unreachable", place, linking);
      });
      const browser = newSecret();
      await flows.insertFlow(db, {
        hash: hashSecret(browser),
        ...flow,
        next: place,
        user_id: userId,
        replaces: session,
        lifetime: identityFlowLifetime,
      });
      return { address, browser };
    },

    /** `browser` is the secret it kept; `brought` what the issuer gave it. Throws an IdentityRefusal, and nothing else. */
    async finish(
      browser: string | undefined,
      brought: URLSearchParams,
      from: { language: Language; ip: string },
    ): Promise<Arrival> {
      let place = "/home";
      let linking = false;
      try {
        if (!issuer) throw new IdentityRefusal("off");
        const flow = browser === undefined ? undefined : await flows.takeFlow(db, hashSecret(browser));
        place = flow?.next ?? place;
        linking = (flow?.user_id ?? null) !== null;
        // Sent here by somebody else, come back twice, or after too long.
        if (!flow || flow.expired || brought.get("state") !== flow.state)
          throw new IdentityRefusal("expired");
        if (brought.get("error") === "access_denied") throw new IdentityRefusal("denied");
        const claims = await issuer.finish(flow, brought);
        return {
          user: await arrive(flow, claims, from),
          linked: linking,
          next: place,
          replaces: flow.replaces ?? undefined,
        };
      } catch (error) {
        if (error instanceof IdentityRefusal) throw new IdentityRefusal(error.problem, place, linking);
        logFailure(error);
        throw new IdentityRefusal(
          error instanceof IssuerUnreachable ? "unreachable" : "failed",
          place,
          linking,
        );
      }
    },

    async list(userId: string) {
      const rows = await flows.listIdentities(db, name, userId);
      return rows.map(({ email, created_at }) => ({
        issuer: "google" as const,
        email,
        created_at: created_at.toISOString(),
      }));
    },

    async unlink(userId: string, ip: string): Promise<void> {
      await signedInUser(db, userId);
      await db.transaction().execute(async (tx) => {
        // Held, so that the last way in is not taken away while the other goes.
        if (!(await store.holdPassword(tx, userId))) throw new AppError("AUTH.NO_PASSWORD");
        if (!(await flows.deleteIdentity(tx, name, userId))) throw notFound();
        await record(tx, { userId, ip }, "identity.unlink", userId, { issuer: name });
      });
    },
  };
}
