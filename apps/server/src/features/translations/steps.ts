import { canHappen } from "@kakehashi/contract/kit/transitions";
import { type CheckTerm, termWarnings } from "@kakehashi/contract/translation-checks/check";
import { translationSteps } from "@kakehashi/contract/translation-states";
import { warningOf } from "@kakehashi/contract/translation-warnings";
import { AppError, notFound } from "../../kit/errors.ts";
import { isHeldByOther, type Row } from "./row.ts";
import type { Original } from "./source.ts";
import {
  entryOf,
  type Held,
  refused,
  requireMay,
  requireStep,
  type Step,
  type Stepped,
  settled,
} from "./step.ts";
import * as store from "./store.ts";

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

/** What stops a text until its writer confirms it. */
function speaksAgainst({ original, row }: Held, translation: string, terms: readonly CheckTerm[]) {
  const { content, language: from } = original;
  const warning = warningOf(content, translation, row.language);
  if (warning) return warning;
  const found = termWarnings({ original: content, translation, from, to: row.language, terms });
  return found.length > 0 ? "glossary" : null;
}

/** `again`: there is a text, and its writer knows. `terms` are what the glossary says between its languages. */
export const submit =
  (given: Submission, again: boolean, terms: readonly CheckTerm[]): Step =>
  async (held) => {
    const { original, row, userId, now } = held;
    const { content } = given;
    await requireMay("write", held);
    if (again && row.version === 0) throw notFound();
    // The same text again: its answer was lost.
    const said = row.content === content && row.user_id === userId && row.revision === original.revision;
    if (said && (row.state === "TRANSLATED" || row.state === "APPROVED")) return null;
    const warning = given.confirmed ? null : speaksAgainst(held, content, terms);
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
  (found: Found): Step =>
  async ({ original, row, now }) =>
    // The original says something else by now.
    found.revision === original.revision ? fillRow(row, found, now) : null;

/** After an edit: what the memory holds for the new words. A text that was made from them stays. */
export const recall = (row: Row, { revision }: Original, content: string, now: Date): Stepped | null =>
  row.revision === revision ? null : fillRow(row, { content, origin: "MEMORY", revision }, now);

function fillRow(row: Row, { content, origin, revision }: Found, now: Date): Stepped | null {
  const step = origin === "MACHINE" ? "fill" : "recall";
  // Somebody was faster.
  if (!canHappen(translationSteps, step, row.state)) return null;
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
}

/** `hitsAlone`: what a person wrote is not for approving unread. */
export const approve =
  (version: number | undefined, hitsAlone = false): Step =>
  async (held) => {
    const { original, row, userId, now } = held;
    await requireMay("review", held);
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
    await requireMay("review", held);
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
    await requireMay("write", held);
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
    const entry = entryOf(next, "RESTORED", { content: text.content, user_id: userId });
    return { row: next, entry, ...(isCurrent && { fact: "TranslationSubmitted" as const }) };
  };
