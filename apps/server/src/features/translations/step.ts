import { canHappen } from "@kakehashi/contract/kit/transitions";
import { canTranslate, type TranslationAction } from "@kakehashi/contract/permissions";
import { type TranslationStep, translationSteps } from "@kakehashi/contract/translation-states";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import { findSpeaker } from "../users/service.ts";
import { type Row, unclaimed } from "./row.ts";
import type { Original } from "./source.ts";
import type { NewEntry } from "./store.ts";

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
  entry?: NewEntry;
  fact?: "TranslationSubmitted" | "TranslationApproved" | "TranslationRejected";
  /** Thrown once what was kept is safe. */
  refusal?: AppError;
}

export type Step = (held: Held) => Promise<Stepped | null>;

export const refused = (code: ConstructorParameters<typeof AppError>[0], row?: Row) =>
  new AppError(code, row && { current: { content: row.content, revision: row.version } });

/** Throws where the person may not do that between these languages. */
export async function requireMay(
  action: TranslationAction,
  { tx, original, row, userId }: Held,
): Promise<void> {
  const pair = { from: original.language, to: row.language };
  const speaker = await findSpeaker(tx, userId);
  if (speaker && canTranslate(speaker, action, pair)) return;
  throw refused(speaker && canTranslate(speaker, "write", pair) ? "ERR.FORBIDDEN" : "TRANSLATION.LANGUAGES");
}

/** Throws where the step is not one of those from the row's state, or its text is not the one that the caller read. */
export function requireStep(step: TranslationStep, row: Row, version: number | undefined): void {
  const read = version === undefined || version === row.version;
  if (row.version === 0 || !read || !canHappen(translationSteps, step, row.state))
    throw refused("TRANSLATION.STEP", row);
}

export const entryOf = (row: Row, event: NewEntry["event"], given: Partial<NewEntry>): NewEntry => ({
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
export const settled = { ...unclaimed, waiting_since: null, reason: "" } as const;
