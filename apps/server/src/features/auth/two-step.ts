import type { Language } from "@kakehashi/contract/languages";
import {
  challengeLifetime,
  challengeTries,
  recoveryCodeCount,
  type TwoStepState,
} from "@kakehashi/contract/two-step";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import { hashSecret, newSecret } from "../../kit/ids.ts";
import { type Author, record } from "../audit/service.ts";
import type { Mailer, TemplateName } from "../mail/service.ts";
import type { Attempts } from "./attempts.ts";
import { createPasswordCheck } from "./password-check.ts";
import { createSecondFactor } from "./second-factor.ts";
import { findUserById, type SignInUser } from "./store.ts";
import * as store from "./two-step-store.ts";

export interface TwoStepParts {
  db: Kysely<DB>;
  mailer: Mailer;
  attempts: Attempts;
  /** 256 bits that every process of this installation shares. */
  twoStepKey: Uint8Array;
  publicUrl: string;
}

/** Codes are guessed at on their own account: a right password must not give new guesses. */
const guessesAt = (userId: string) => `two-step:${userId}`;

const grouped = (code: string) => code.replace(/(.{4})(?=.)/g, "$1-");

export function createTwoStep({ db, mailer, attempts, twoStepKey, publicUrl }: TwoStepParts) {
  const factor = createSecondFactor(twoStepKey);
  const checkPassword = createPasswordCheck(attempts);

  async function tell(
    tx: Kysely<DB>,
    user: Pick<SignInUser, "email" | "interface_language">,
    template: TemplateName,
    values: Record<string, string> = {},
  ): Promise<void> {
    const language = user.interface_language as Language;
    const link = `${publicUrl}/settings`;
    await mailer.send(tx, { to: user.email, language, template, link, values });
  }

  async function owner(userId: string): Promise<SignInUser> {
    const user = await findUserById(db, userId);
    if (!user) throw new AppError("ERR.TOK0101");
    return user;
  }

  const refused = () => new AppError("AUTH.CODE", { fields: { code: "code_refused" } });

  /** Spends an app's code or a recovery code; answers false for one that is wrong or spent. */
  async function spend(tx: Kysely<DB>, user: SignInUser, code: string, ip: string): Promise<boolean> {
    if (/^\d{6}$/.test(code)) {
      const kept = await store.findTwoStep(tx, user.id);
      const step = kept && (await factor.stepOf(kept.secret, user.id, code));
      return typeof step === "number" && store.takeStep(tx, user.id, step);
    }
    const hash = factor.hashRecoveryCode(user.id, code);
    if (!(await store.takeRecoveryCode(tx, user.id, hash))) return false;
    const left = Number((await store.findTwoStep(tx, user.id))?.codes_left ?? 0);
    await tell(tx, user, "recovery_code_used", { left: String(left) });
    await record(tx, { userId: user.id, ip }, "two-step.recovery-code", user.id, { left });
    return true;
  }

  /** Does `work` once a code has been spent, in the same transaction; guesses are slowed like those at a password. */
  async function withCode<T>(
    user: SignInUser,
    code: string,
    ip: string,
    work: (tx: Kysely<DB>) => Promise<T>,
    before: () => Promise<void> = async () => {},
  ): Promise<T> {
    await attempts.take(guessesAt(user.id), ip);
    await before();
    const done = await db.transaction().execute(async (tx) => {
      if (!(await spend(tx, user, code, ip))) throw refused();
      return work(tx);
    });
    await attempts.succeed(guessesAt(user.id), ip);
    return done;
  }

  async function renew(tx: Kysely<DB>, userId: string): Promise<string[]> {
    const codes = factor.recoveryCodes();
    await store.putRecoveryCodes(
      tx,
      userId,
      codes.map((code) => factor.hashRecoveryCode(userId, code)),
    );
    return codes.map(grouped);
  }

  async function inForce(userId: string): Promise<void> {
    if (!(await store.findTwoStep(db, userId))?.confirmed_at) throw new AppError("AUTH.TWO_STEP_OFF");
  }

  return {
    /** For whoever has given the first proof: what they show with the second. Null where none is asked for. */
    async challenge(user: SignInUser): Promise<string | null> {
      if (!(await store.findTwoStep(db, user.id))?.confirmed_at) return null;
      const challenge = newSecret();
      await store.insertChallenge(db, {
        hash: hashSecret(challenge),
        user_id: user.id,
        password_hash: user.password_hash,
        lifetime: challengeLifetime,
      });
      return challenge;
    },

    /** The account of a challenge that a code has answered, with the password as it was when it was given. */
    async answer(challenge: string | undefined, code: string, ip: string): Promise<SignInUser> {
      const hash = hashSecret(challenge ?? "");
      const asked = await store.findChallenge(db, hash, challengeTries);
      const user = asked && (await findUserById(db, asked.user_id));
      if (!user) throw new AppError("AUTH.CHALLENGE");
      return withCode(
        user,
        code,
        ip,
        async (tx) => {
          if (!(await store.closeChallenge(tx, hash))) throw new AppError("AUTH.CHALLENGE");
          return { ...user, password_hash: asked.password_hash };
        },
        async () => {
          if (!(await store.countTry(db, hash, challengeTries))) throw new AppError("AUTH.CHALLENGE");
        },
      );
    },

    async state(userId: string): Promise<TwoStepState> {
      const kept = await store.findTwoStep(db, userId);
      return {
        since: kept?.confirmed_at?.toISOString() ?? null,
        recovery_codes_left: kept?.confirmed_at ? Number(kept.codes_left ?? 0) : 0,
      };
    },

    async setUp(userId: string, password: string, ip: string): Promise<{ secret: string; uri: string }> {
      const user = await owner(userId);
      await checkPassword(user, password, ip);
      const { sealed, secret, uri } = await factor.create(user.id, user.email);
      if (!(await store.putPendingSecret(db, user.id, sealed))) throw new AppError("AUTH.TWO_STEP_ON");
      return { secret, uri };
    },

    async confirm(userId: string, code: string, ip: string): Promise<string[]> {
      const user = await owner(userId);
      const kept = await store.findTwoStep(db, userId);
      if (kept?.confirmed_at) throw new AppError("AUTH.TWO_STEP_ON");
      if (!kept) throw new AppError("AUTH.TWO_STEP_OFF");
      return withCode(user, code, ip, async (tx) => {
        if (!(await store.confirmSecret(tx, userId))) throw new AppError("AUTH.TWO_STEP_ON");
        await tell(tx, user, "two_step_on");
        await record(tx, { userId, ip }, "two-step.on", userId);
        return renew(tx, userId);
      });
    },

    async renewRecoveryCodes(userId: string, password: string, code: string, ip: string): Promise<string[]> {
      const user = await owner(userId);
      await inForce(userId);
      await checkPassword(user, password, ip);
      return withCode(user, code, ip, async (tx) => {
        await record(tx, { userId, ip }, "two-step.recovery-codes", userId, { count: recoveryCodeCount });
        return renew(tx, userId);
      });
    },

    async turnOff(userId: string, password: string, code: string, ip: string): Promise<void> {
      const user = await owner(userId);
      await inForce(userId);
      await checkPassword(user, password, ip);
      await withCode(user, code, ip, async (tx) => {
        await store.removeTwoStep(tx, userId);
        await tell(tx, user, "two_step_off");
        await record(tx, { userId, ip }, "two-step.off", userId);
      });
    },

    /** By an admin, for somebody who has lost both phone and recovery codes. */
    async reset(author: Author, userId: string): Promise<void> {
      const user = await owner(userId);
      await db.transaction().execute(async (tx) => {
        if (!(await store.removeTwoStep(tx, userId))) throw new AppError("AUTH.TWO_STEP_OFF");
        await tell(tx, user, "two_step_reset");
        await record(tx, author, "two-step.reset", userId);
      });
      await attempts.unlock(guessesAt(userId));
    },

    /** Lets somebody try codes again at once. */
    unlock: (userId: string) => attempts.unlock(guessesAt(userId)),
  };
}
