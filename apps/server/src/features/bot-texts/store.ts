import type { KnownLanguagesInput } from "@kakehashi/contract/known-languages";
import type { Language } from "@kakehashi/contract/languages";
import { claimDurationMs } from "@kakehashi/contract/translation-claims";
import type { UserSummary } from "@kakehashi/contract/users";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { createNotFoundError } from "../../kit/errors.ts";
import { personJson } from "../users/service.ts";
import type { ContainerOfText, FieldLocation, LastTranslationTexts, TextReference } from "./waiting.ts";

export interface ClaimAndLastTranslationRow extends FieldLocation, LastTranslationTexts {
  readonly language: Language;
  readonly claimed_by: string | null;
  readonly claimed_at: Date | null;
  readonly handed_over_by: string | null;
  readonly hand_over_note: string;
}

/** SQL condition: the claim on a text is younger than `claimDurationMs`, and its holder still works on the bot. */
export const isClaimHeldCondition = sql`w.claimed_at > now() - make_interval(secs => ${claimDurationMs / 1000}) and exists (
  select from bot_people p where p.bot_id = w.bot_id and p.user_id = w.claimed_by)`;

const translationWorkColumns = sql`w.container_id, w.field, w.language, w.source_language, w.source, w.target,
  case when ${isClaimHeldCondition} then w.claimed_by end as claimed_by,
  case when ${isClaimHeldCondition} then w.claimed_at end as claimed_at,
  case when ${isClaimHeldCondition} then w.handed_over_by end as handed_over_by,
  case when ${isClaimHeldCondition} then w.hand_over_note else '' end as hand_over_note`;

/** Returns, for each text of a bot, who is translating it now and from which original its last translation was made. */
export async function listClaimsAndLastTranslations(
  db: Executor,
  botId: string,
  containerId: string | null,
): Promise<ClaimAndLastTranslationRow[]> {
  const { rows } = await sql<ClaimAndLastTranslationRow>`
    select ${translationWorkColumns} from bot_text_works w where w.bot_id = ${botId}
    ${containerId === null ? sql`` : sql`and w.container_id = ${containerId}`}`.execute(db);
  return rows;
}

/** Lists the texts that a person is translating or has translated, in bots on which they work, newest first. */
export async function listTextsTranslatorWorkedOn(
  db: Executor,
  userId: string,
  targetLanguage: Language | null,
  limit: number,
): Promise<(FieldLocation & { bot_id: string; language: Language })[]> {
  const { rows } = await sql<FieldLocation & { bot_id: string; language: Language }>`
    select w.bot_id, w.container_id, w.field, w.language from bot_text_works w
    join bot_people p on p.bot_id = w.bot_id and p.user_id = ${userId} join bots b on b.id = w.bot_id
    where b.removed_at is null and (w.translated_by = ${userId} or (w.claimed_by = ${userId} and ${isClaimHeldCondition}))
      ${targetLanguage === null ? sql`` : sql`and w.language = ${targetLanguage}`}
    order by case when w.claimed_by = ${userId} and ${isClaimHeldCondition} then w.claimed_at else w.translated_at end desc,
      w.container_id, w.field, w.language limit ${limit}`.execute(db);
  return rows;
}

/** A text in one language, with the kind of its container (a story, an article and so on). */
export interface TextReferenceWithContainerKind extends TextReference {
  readonly container: Pick<ContainerOfText, "kind">;
}

export const withContainerKind = (
  textReference: TextReference,
  { text }: { text: { container: ContainerOfText } },
): TextReferenceWithContainerKind => ({
  ...textReference,
  container: text.container,
});

type TextKey = FieldLocation & { readonly language: Language };
const createTextLocationCondition = ({ container_id, field, language }: TextKey) => sql`
  container_id = ${container_id} and field = ${field} and language = ${language}`;

/**
 * Maps each kind of container (story, article and so on) to the column of the table `bot_text_works` that refers to it.
 */
const columnByContainerKind = {
  STORY: sql.ref("flow_id"),
  ARTICLE: sql.ref("article_id"),
  PHRASE: sql.ref("phrase_id"),
  CANNED: sql.ref("canned_id"),
  BROADCAST: sql.ref("broadcast_id"),
} as const;
const containerColumnOf = ({ container: { kind } }: TextReferenceWithContainerKind) =>
  columnByContainerKind[kind];

/**
 * Runs an SQL insert into a table that refers to the text's container (a story, an article and so on). Throws "not
 * found" if the container has been deleted.
 */
async function insertForContainer<T>(insertionPromise: Promise<T>): Promise<T> {
  try {
    return await insertionPromise;
  } catch (error) {
    // PostgreSQL's error foreign_key_violation: the container does not exist.
    throw error instanceof Error && "code" in error && error.code === "23503" ? createNotFoundError() : error;
  }
}

export interface TextClaim {
  readonly holderId: string;
  /**
   * The person who handed the text over to the current holder of the claim, with their note. Null: the holder claimed
   * the text themselves.
   */
  readonly handOverDetails: { readonly by: string; readonly note: string } | null;
}

/**
 * Gives the claim on a text to `holderId`. Returns false if somebody other than `actorId`, the person who makes the
 * call, holds the claim now. The two ids differ when a translator hands a text over.
 */
export async function claimText(
  db: Executor,
  textLocation: TextReferenceWithContainerKind,
  actorId: string,
  { holderId, handOverDetails }: TextClaim,
): Promise<boolean> {
  const handOverColumns = handOverDetails
    ? sql`handed_over_by = excluded.handed_over_by, hand_over_note = excluded.hand_over_note`
    : // A holder who claims the text again keeps the note, because the note was written for this holder.
      sql`handed_over_by = case when w.claimed_by = excluded.claimed_by then w.handed_over_by end,
        hand_over_note = case when w.claimed_by = excluded.claimed_by then w.hand_over_note else '' end`;
  const { rows } = await insertForContainer(
    sql`
    insert into bot_text_works as w
      (bot_id, ${containerColumnOf(textLocation)}, field, language, claimed_by, claimed_at, handed_over_by, hand_over_note)
    values (${textLocation.botId}, ${textLocation.container_id}, ${textLocation.field}, ${textLocation.language}, ${holderId}, now(),
      ${handOverDetails?.by ?? null}, ${handOverDetails?.note ?? ""})
    on conflict (container_id, field, language) do update
      set claimed_by = excluded.claimed_by, claimed_at = excluded.claimed_at, ${handOverColumns}
      where w.claimed_by is null or w.claimed_by = ${actorId} or not (${isClaimHeldCondition})
    returning w.field`.execute(db),
  );
  return rows.length > 0;
}

export async function releaseText(db: Executor, textKey: TextKey, userId: string): Promise<void> {
  await sql`
    update bot_text_works set claimed_by = null, claimed_at = null, handed_over_by = null, hand_over_note = ''
    where ${createTextLocationCondition(textKey)} and claimed_by = ${userId}`.execute(db);
}

/** Stores from which original a finished translation was made, and ends the translator's claim on the text. */
export async function storeTranslationSource(
  tx: Executor,
  textLocation: TextReferenceWithContainerKind,
  { source_language, source, target }: LastTranslationTexts,
  userId: string,
): Promise<void> {
  await sql`
    insert into bot_text_works
      (bot_id, ${containerColumnOf(textLocation)}, field, language, source_language, source, target, translated_by, translated_at)
    values (${textLocation.botId}, ${textLocation.container_id}, ${textLocation.field}, ${textLocation.language}, ${source_language}, ${source}, ${target},
      ${userId}, now())
    on conflict (container_id, field, language) do update
      set source_language = excluded.source_language, source = excluded.source, target = excluded.target,
        translated_by = excluded.translated_by, translated_at = excluded.translated_at,
        claimed_by = null, claimed_at = null, handed_over_by = null, hand_over_note = ''`.execute(tx);
}

/** Stores that a person translated a text, for the translation statistics. */
export async function recordTranslationForFigures(
  tx: Executor,
  { botId, language }: Pick<TextReferenceWithContainerKind, "botId" | "language">,
  userId: string,
  submission: { isFirstTranslation: boolean; characters: number; requestedAt: Date },
): Promise<void> {
  await sql`
    insert into bot_text_translations (bot_id, language, user_id, is_first, characters, asked_at)
    values (${botId}, ${language}, ${userId}, ${submission.isFirstTranslation}, ${submission.characters}, ${submission.requestedAt})`.execute(
    tx,
  );
}

export interface BotPersonLanguages extends KnownLanguagesInput {
  readonly person: UserSummary;
  readonly is_blocked: boolean;
}

/** Lists the people of a bot, with their roles and languages. */
export async function listBotPeopleLanguages(db: Executor, botId: string): Promise<BotPersonLanguages[]> {
  const { rows } = await sql<BotPersonLanguages>`
    select ${personJson} as person, u.role, u.working_language, u.languages, u.blocked_at is not null as is_blocked
    from bot_people p join users u on u.id = p.user_id
    where p.bot_id = ${botId} and u.deleted_at is null order by p.created_at, u.id`.execute(db);
  return rows;
}

export interface StoredBotTextDraft {
  readonly content: string;
  readonly edited_at: Date;
}

export async function findBotTextDraft(
  db: Executor,
  textKey: TextKey,
  userId: string,
): Promise<StoredBotTextDraft | undefined> {
  const { rows } = await sql<StoredBotTextDraft>`
    select content, edited_at from bot_text_drafts where user_id = ${userId} and ${createTextLocationCondition(textKey)}`.execute(
    db,
  );
  return rows[0];
}

export async function upsertBotTextDraft(
  db: Executor,
  textLocation: TextReferenceWithContainerKind,
  userId: string,
  content: string,
): Promise<StoredBotTextDraft | undefined> {
  const { rows } = await insertForContainer(
    sql<StoredBotTextDraft>`
    insert into bot_text_drafts (user_id, ${containerColumnOf(textLocation)}, field, language, content)
    values (${userId}, ${textLocation.container_id}, ${textLocation.field}, ${textLocation.language}, ${content})
    on conflict (user_id, container_id, field, language) do update
      set content = excluded.content, edited_at = now()
    returning content, edited_at`.execute(db),
  );
  return rows[0];
}

export async function removeBotTextDraft(db: Executor, textKey: TextKey, userId: string): Promise<void> {
  await sql`delete from bot_text_drafts where user_id = ${userId} and ${createTextLocationCondition(textKey)}`.execute(
    db,
  );
}
