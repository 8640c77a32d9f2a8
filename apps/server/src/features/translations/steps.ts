import { canHappen } from "@kakehashi/contract/kit/transitions";
import { canTranslate, type TranslationAction } from "@kakehashi/contract/permissions";
import { type TranslationStep, translationSteps } from "@kakehashi/contract/translation-states";
import { warningOf } from "@kakehashi/contract/translation-warnings";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, notFound } from "../../kit/errors.ts";
import { findSpeaker } from "../users/service.ts";
import { isHeldByOther, type Row } from "./row.ts";
import type { Original } from "./source.ts";
import * as store from "./store.ts";

/** A text and one of its translations, held still. The row is new where there was none. */
export interface Held {
  tx: Kysely<DB>;
  original: Original;
  row: Row;
  userId: string;
  now: Date;
}

/** What a step made of the row; null where it is as it was. */
export interface Stepped {
  row: Row;
  /** For the history. */
  entry?: store.NewEntry;
  fact?: "TranslationSubmitted" | "TranslationApproved" | "TranslationRejected";
  /** Thrown once what was kept is safe. */
  refusal?: AppError;
}

type Step = (held: Held) => Promise<Stepped | null>;

const refused = (code: ConstructorParameters<typeof AppError>[0], row?: Row) =>
  new AppError(code, row && { current: { content: row.content, revision: row.version } });

async function require(action: TranslationAction, { tx, original, row, userId }: Held): Promise<void> {
  const pair = { from: original.language, to: row.language };
  const speaker = await findSpeaker(tx, userId);
  if (speaker && canTranslate(speaker, action, pair)) return;
  throw refused(speaker && canTranslate(speaker, "write", pair) ? "ERR.FORBIDDEN" : "TRANSLATION.LANGUAGES");
}

/** Throws where the step is not one of those from the row's state, or its text is not the one that the caller read. */
function requireStep(step: TranslationStep, row: Row, version: number | undefined): void {
  const read = version === undefined || version === row.version;
  if (row.version === 0 || !read || !canHappen(translationSteps, step, row.state))
    throw refused("TRANSLATION.STEP", row);
}

const entryOf = (
  row: Row,
  event: store.NewEntry["event"],
  given: Partial<store.NewEntry>,
): store.NewEntry => ({
  event,
  version: row.version,
  content: null,
  revision: row.revision,
  origin: row.origin,
  state: row.state,
  user_id: null,
  reason: "",
  ...given,
});

/** Nobody is at it any longer, and nobody has to do anything. */
const settled = { claimed_by: null, claimed_at: null, waiting_since: null, reason: "" } as const;

export interface Submission {
  content: string;
  version?: number | undefined;
  revision?: number | undefined;
  confirmed: boolean;
}

/** Why a text comes too late; nothing where it does not. */
function latenessOf(
  { original, row, userId, now }: Held,
  given: Submission,
  again: boolean,
): AppError | null {
  if (isHeldByOther(row, userId, now)) return refused("TRANSLATION.CLAIMED");
  if (given.revision !== undefined && given.revision !== original.revision)
    return new AppError("TRANSLATION.ORIGINAL", {
      current: { content: original.content, revision: original.revision },
    });
  const { version } = given;
  const isSettled = row.origin === "PERSON" && (row.state === "TRANSLATED" || row.state === "APPROVED");
  const isLate = version === undefined ? !again && isSettled : version !== row.version;
  return isLate ? refused("TRANSLATION.CHANGED", row) : null;
}

/** `again`: there is a text, and its writer knows. */
export const submit =
  (given: Submission, again: boolean): Step =>
  async (held) => {
    const { original, row, userId, now } = held;
    const { content } = given;
    await require("write", held);
    if (again && row.version === 0) throw notFound();
    // The same text again: its answer was lost.
    const said = row.content === content && row.user_id === userId && row.revision === original.revision;
    if (said && (row.state === "TRANSLATED" || row.state === "APPROVED")) return null;
    const warning = given.confirmed ? null : warningOf(original.content, content, row.language);
    if (warning) throw new AppError("TRANSLATION.WARNED", { fields: { content: warning } });

    const version = row.last_version + 1;
    const by = { version, content, user_id: userId, origin: "PERSON" as const };
    const late = latenessOf(held, given, again);
    if (late) {
      const revision = given.revision ?? original.revision;
      const kept = { ...row, last_version: version };
      return { row: kept, entry: entryOf(row, "SUPERSEDED", { ...by, revision }), refusal: late };
    }
    const next: Row = {
      ...row,
      ...settled,
      ...by,
      last_version: version,
      revision: original.revision,
      state: translationSteps.submit.to,
      approved_by: null,
      updated_at: now,
    };
    return { row: next, entry: entryOf(next, "SUBMITTED", by), fact: "TranslationSubmitted" };
  };

export interface Found {
  content: string;
  origin: "MACHINE" | "MEMORY";
  /** Of the original that was looked up. */
  revision: number;
}

/** A machine's or the memory's text, where no person's stands. A machine's still waits for a translator that was asked. */
export const fill =
  ({ content, origin, revision }: Found): Step =>
  async ({ original, row, now }) => {
    const step = origin === "MACHINE" ? "fill" : "recall";
    // The original says something else by now, or somebody was faster.
    if (revision !== original.revision || !canHappen(translationSteps, step, row.state)) return null;
    const version = row.last_version + 1;
    const next: Row = {
      ...row,
      content,
      origin,
      revision,
      version,
      last_version: version,
      user_id: null,
      approved_by: null,
      state: translationSteps[step].to,
      waiting_since: origin === "MACHINE" ? row.waiting_since : null,
      updated_at: now,
    };
    const event = origin === "MACHINE" ? "FILLED" : "RECALLED";
    return { row: next, entry: entryOf(next, event, { content }) };
  };

/** `hitsAlone`: what a person wrote is not for approving unread. */
export const approve =
  (version: number | undefined, hitsAlone = false): Step =>
  async (held) => {
    const { original, row, userId, now } = held;
    await require("review", held);
    if (hitsAlone && row.origin !== "MEMORY") throw refused("TRANSLATION.STEP", row);
    if (row.state === "APPROVED" && (version ?? row.version) === row.version) return null;
    requireStep("approve", row, version);
    if (row.revision !== original.revision) throw refused("TRANSLATION.STEP", row);
    const next: Row = {
      ...row,
      ...settled,
      state: translationSteps.approve.to,
      approved_by: userId,
      updated_at: now,
    };
    return {
      row: next,
      entry: entryOf(next, "APPROVED", { user_id: userId }),
      fact: "TranslationApproved",
    };
  };

/** Sends a text back to the translators. */
function sendBack(
  { row, userId, now }: Held,
  reason: string,
  event: "REJECTED" | "REQUESTED",
): Omit<Stepped, "fact"> {
  const next: Row = {
    ...row,
    state: translationSteps[event === "REJECTED" ? "reject" : "request"].to,
    approved_by: null,
    reason,
    waiting_since: now,
    asked_at: row.asked_at ?? now,
    asked_by: row.asked_by ?? userId,
    updated_at: now,
  };
  return { row: next, entry: entryOf(next, event, { user_id: userId, reason }) };
}

export const reject =
  (reason: string, version: number | undefined): Step =>
  async (held) => {
    await require("review", held);
    requireStep("reject", held.row, version);
    return { ...sendBack(held, reason, "REJECTED"), fact: "TranslationRejected" };
  };

export const request =
  (reason: string, version: number | undefined): Step =>
  async (held) => {
    requireStep("request", held.row, version);
    return sendBack(held, reason, "REQUESTED");
  };

export const restore =
  (version: number): Step =>
  async (held) => {
    const { tx, original, row, userId, now } = held;
    await require("write", held);
    requireStep("restore", row, undefined);
    if (isHeldByOther(row, userId, now)) throw refused("TRANSLATION.CLAIMED");
    const text = await store.findText(tx, row.id, version);
    if (!text) throw notFound();
    if (row.version === version) return null;
    const isCurrent = text.revision === original.revision;
    const next: Row = {
      ...row,
      ...settled,
      content: text.content,
      revision: text.revision,
      origin: text.origin,
      user_id: text.user_id,
      version: row.last_version + 1,
      last_version: row.last_version + 1,
      state: isCurrent ? translationSteps.restore.to : translationSteps.expire.to,
      waiting_since: isCurrent || row.asked_at === null ? null : now,
      approved_by: null,
      updated_at: now,
    };
    return { row: next, entry: entryOf(next, "RESTORED", { content: text.content, user_id: userId }) };
  };

export const claim: Step = async (held) => {
  const { row, userId, now } = held;
  await require("write", held);
  if (isHeldByOther(row, userId, now)) throw refused("TRANSLATION.CLAIMED");
  return { row: { ...row, claimed_by: userId, claimed_at: now, updated_at: row.updated_at } };
};

export const release: Step = async ({ row, userId }) => {
  if (row.claimed_by === null) return null;
  if (row.claimed_by !== userId) throw refused("TRANSLATION.CLAIMED");
  return { row: { ...row, claimed_by: null, claimed_at: null } };
};

export const handOver =
  (otherId: string, isMember: (userId: string) => Promise<boolean>): Step =>
  async (held) => {
    const { row, userId, now } = held;
    await require("write", held);
    if (row.claimed_by !== userId) throw refused("TRANSLATION.CLAIMED");
    const unfit = new AppError("ERR.INPUT", { fields: { user_id: "choice" } });
    if (!(await isMember(otherId))) throw unfit;
    await require("write", { ...held, userId: otherId }).catch(() => {
      throw unfit;
    });
    return { row: { ...row, claimed_by: otherId, claimed_at: now } };
  };

/** Changes nothing: only who may translate it asks its author. */
export const requireWriter: Step = async (held) => {
  await require("write", held);
  return null;
};

export const keepQuestion =
  (messageId: string): Step =>
  async ({ row }) => ({ row: { ...row, question_id: messageId } });

/** Somebody wants it. It waits for a translator unless a person's text is there already. */
export function ask(
  row: Row,
  { userId, now, note, urgency }: { userId: string; now: Date } & Pick<Row, "note" | "urgency">,
): Row {
  const isDone = row.state === "TRANSLATED" || row.state === "APPROVED";
  return {
    ...row,
    asked_by: row.asked_by ?? userId,
    asked_at: row.asked_at ?? now,
    waiting_since: isDone ? null : (row.waiting_since ?? now),
    note: note || row.note,
    urgency: rank(urgency) > rank(row.urgency) || !row.asked_at ? urgency : row.urgency,
  };
}

/** Nobody wants it any longer. What was written stays. */
export const withdraw = (row: Row): Row => ({
  ...row,
  asked_by: null,
  asked_at: null,
  waiting_since: null,
  note: "",
  urgency: "NORMAL",
});

const rank = (urgency: Row["urgency"]) => ["LOW", "NORMAL", "HIGH"].indexOf(urgency);

/** After an edit of the original, or a correction of its language. Answers null where it stays as it is. */
export function follow(row: Row, original: Original, now: Date): Stepped | null {
  const next: Row = { ...row, source: original.language };
  if (row.language === original.language) return { row: { ...next, waiting_since: null } };
  const waits = row.asked_at === null ? null : (row.waiting_since ?? now);
  if (row.version === 0) return { row: { ...next, waiting_since: waits } };
  if (row.revision === original.revision) return { row: next };
  if (row.state === translationSteps.expire.to) return { row: { ...next, waiting_since: waits } };
  const expired: Row = {
    ...next,
    state: translationSteps.expire.to,
    approved_by: null,
    waiting_since: waits,
    updated_at: now,
  };
  return { row: expired, entry: entryOf(expired, "EXPIRED", {}) };
}
