import { type ConversationKind, conversationKinds } from "@kakehashi/contract/conversation-kinds";
import type { Language } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import { isTranslatorInRoom } from "@kakehashi/contract/permissions";
import type { TranslationUnit, Urgency } from "@kakehashi/contract/translations";
import { roles } from "@kakehashi/contract/users";
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { rowsWithinBytes } from "../../kit/db/fitting.ts";
import { partnerJson } from "../conversations/service.ts";
import { bytesOfMessage, type MessageRow, messageOfRow } from "../messages/service.ts";
import { knowsLanguageCondition } from "../users/service.ts";

type UnitRow = Omit<TranslationUnit, "message" | "translation"> & { message: MessageRow };

/** SQL columns of a message `t` and its conversation `c`. `m` is the reader's membership. */
const messageAndConversationColumns = sql`
  to_json(t) as message,
  json_build_object('id', c.id, 'kind', c.kind, 'name', c.name, 'partner', ${partnerJson}) as conversation`;

/**
 * SQL columns about the request, the claim, the approval and the hand-over of the translation `x`. If there is no
 * translation, the urgency is NORMAL, the texts are empty and the other columns are null.
 */
const requestColumns = sql`
  coalesce(x.urgency, 'NORMAL') as urgency, coalesce(x.note, '') as note, coalesce(x.reason, '') as reason,
  x.asked_by, x.asked_at, x.waiting_since, x.claimed_at, x.approved_by, x.handed_over_by,
  coalesce(x.hand_over_note, '') as hand_over_note`;

/**
 * SQL condition: the message `t` is sent to a person on an outside platform as soon as it is translated into
 * `language`, which this person reads.
 */
const isSentWhenTranslatedColumn = (language: RawBuilder<unknown>) => sql`
  exists (
    select from channel_deliveries d join livechats l on l.conversation_id = t.conversation_id
      join users v on v.id = l.visitor_id
    where d.message_id = t.id and d.state = 'UNTRANSLATED' and v.working_language = ${language}
  ) as is_sent_with_it`;

const toIsoTime = (time: unknown) => (time === null ? null : new Date(time as string).toISOString());

function toUnit(row: UnitRow): TranslationUnit {
  const message = messageOfRow(row.message);
  return {
    ...row,
    message,
    translation: message.translations?.find(({ language }) => language === row.language) ?? null,
    asked_at: toIsoTime(row.asked_at),
    waiting_since: toIsoTime(row.waiting_since),
    claimed_at: toIsoTime(row.claimed_at),
  };
}

/** Returns a translation that the person may read, even if nobody has requested it. */
export async function findUnit(
  db: Executor,
  userId: string,
  { id, conversation_id }: Pick<Message, "id" | "conversation_id">,
  language: Language,
): Promise<TranslationUnit | undefined> {
  const { rows } = await sql<UnitRow>`
    select ${messageAndConversationColumns}, ${language} as language, ${requestColumns}, ${isSentWhenTranslatedColumn(sql`${language}`)}
    from conversation_members m
    join conversations c on c.id = m.conversation_id
    join messages t on t.conversation_id = c.id and t.id = ${id}
    left join translations x on x.subject_kind = 'MESSAGE' and x.subject_id = t.id and x.language = ${language}
    where m.user_id = ${userId} and m.conversation_id = ${conversation_id}`.execute(db);
  return rows[0] && toUnit(rows[0]);
}

export interface UnitPageRange {
  offset: number;
  limit: number;
}

/** The join with `conversation_members` leaves out conversations that the reader has left. */
const unitTables = sql`
  from conversation_members m
  join translations x on x.conversation_id = m.conversation_id
  join messages t on t.conversation_id = x.conversation_id and t.id = x.subject_id and t.deleted_at is null
  join conversations c on c.id = t.conversation_id`;

/**
 * Lists the translations that fulfil a condition. Stops after the first one that no longer fits into a response: this
 * one shows that there are more.
 */
async function listUnits(
  db: Executor,
  userId: string,
  whereCondition: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  { offset, limit }: UnitPageRange,
): Promise<TranslationUnit[]> {
  const unitCondition = sql`
    select x.id, x.urgency_rank, x.waiting_since, x.updated_at, ${bytesOfMessage("t")} as bytes
    from conversation_members m
    join (select *, array_position(array['HIGH', 'NORMAL', 'LOW'], urgency) as urgency_rank from translations) x
      on x.conversation_id = m.conversation_id
    join messages t on t.conversation_id = x.conversation_id and t.id = x.subject_id and t.deleted_at is null
    where m.user_id = ${userId} and x.language <> t.language and ${whereCondition}
    order by ${order} limit ${limit} offset ${offset}`;
  const { rows } = await sql<UnitRow>`
    select ${messageAndConversationColumns}, x.language, ${requestColumns}, ${isSentWhenTranslatedColumn(sql`x.language`)} ${unitTables}
    join (select row_number() over (order by ${order}) as position, s.id from ${rowsWithinBytes(unitCondition, order)} s) p on p.id = x.id
    where m.user_id = ${userId} order by p.position`.execute(db);
  return rows.map(toUnit);
}

async function countUnits(db: Executor, userId: string, condition: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total ${unitTables}
    where m.user_id = ${userId} and x.language <> t.language and ${condition}`.execute(db);
  return rows[0]?.total ?? 0;
}

export interface QueueFilter {
  conversation_id?: string | undefined;
  project_id?: string | undefined;
  source?: Language | undefined;
  language?: Language | undefined;
  urgency?: Urgency | undefined;
  state?: string | undefined;
  minutes?: number | undefined;
}

/** The languages that a person translates, and the kinds of rooms where the person's role translates. */
export interface TranslatorScope {
  languages: readonly Language[];
  roomKinds: readonly ConversationKind[];
  isAdmin: boolean;
}

const isWithinScope = ({ languages, roomKinds }: TranslatorScope) => sql`
  x.source = any(${languages}::text[]) and x.language = any(${languages}::text[])
  ${
    roomKinds.length === conversationKinds.length
      ? sql``
      : sql`and exists (select from conversations k where k.id = x.conversation_id and k.kind = any(${roomKinds}::text[]))`
  }`;

/** The roles that translate in a project's support room. */
const supportRoles = roles.filter((role) => isTranslatorInRoom(role, "SUPPORT"));

/**
 * SQL condition: the request is in a support room in which no translator knows both languages. Then all admins in the
 * room see the request (decision 75).
 */
const lacksQualifiedTranslator = sql`
  exists (select from conversations k where k.id = x.conversation_id and k.kind = 'SUPPORT')
  and not exists (
    select from conversation_members k join users u on u.id = k.user_id
    where k.conversation_id = x.conversation_id and u.role = any(${supportRoles}::text[])
      and u.blocked_at is null and u.deleted_at is null
      and ${knowsLanguageCondition(sql`x.source`)} and ${knowsLanguageCondition(sql`x.language`)})`;

/**
 * SQL condition: the translation waits for a translator, the reader can translate it, and it matches the filter. For
 * admins, also true in a support room without a translator who knows both languages.
 */
const waitingCondition = (translatorScope: TranslatorScope, filter: QueueFilter) => sql`
  x.waiting_since is not null and ${translatorScope.isAdmin ? sql`(${isWithinScope(translatorScope)} or ${lacksQualifiedTranslator})` : isWithinScope(translatorScope)}
  ${filter.conversation_id ? sql`and x.conversation_id = ${filter.conversation_id}` : sql``}
  ${
    filter.project_id
      ? sql`and x.conversation_id in (
          select unnest(array[p.team_id, p.client_id, p.support_id]) from projects p where p.id = ${filter.project_id})`
      : sql``
  }
  ${filter.source ? sql`and x.source = ${filter.source}` : sql``}
  ${filter.language ? sql`and x.language = ${filter.language}` : sql``}
  ${filter.urgency ? sql`and x.urgency = ${filter.urgency}` : sql``}
  ${filter.state ? sql`and x.state = ${filter.state}` : sql``}
  ${filter.minutes === undefined ? sql`` : sql`and x.waiting_since <= now() - ${filter.minutes} * interval '1 minute'`}`;

export async function listQueue(
  db: Executor,
  userId: string,
  translatorScope: TranslatorScope,
  filter: QueueFilter,
  page: UnitPageRange,
) {
  const condition = waitingCondition(translatorScope, filter);
  const [units, total] = await Promise.all([
    listUnits(db, userId, condition, sql`urgency_rank, waiting_since, id`, page),
    countUnits(db, userId, condition),
  ]);
  return { units, total };
}

/** Lists current translations that come from the translation memory and that nobody has approved. */
export async function listUnapprovedMemoryHits(
  db: Executor,
  userId: string,
  translatorScope: TranslatorScope,
  page: UnitPageRange,
) {
  const condition = sql`x.origin = 'MEMORY' and x.state = 'TRANSLATED' and x.revision = t.revision
    and ${isWithinScope(translatorScope)}`;
  const [units, total] = await Promise.all([
    listUnits(db, userId, condition, sql`updated_at desc, id`, page),
    countUnits(db, userId, condition),
  ]);
  return { units, total };
}

export interface OwnTranslationsFilter {
  state?: string | undefined;
  language?: Language | undefined;
  claimed?: boolean | undefined;
}

export async function listOwnUnits(
  db: Executor,
  userId: string,
  filter: OwnTranslationsFilter,
  page: UnitPageRange,
) {
  const isOwnText = sql`x.user_id = ${userId}`;
  const isClaimedByPerson = sql`x.claimed_by = ${userId}`;
  const personCondition =
    filter.claimed === undefined
      ? sql`(${isOwnText} or ${isClaimedByPerson})`
      : filter.claimed
        ? isClaimedByPerson
        : isOwnText;
  const filterCondition = sql`${personCondition}
    ${filter.state ? sql`and x.state = ${filter.state}` : sql``}
    ${filter.language ? sql`and x.language = ${filter.language}` : sql``}`;
  const [units, totalCount] = await Promise.all([
    listUnits(db, userId, filterCondition, sql`updated_at desc, id`, page),
    countUnits(db, userId, filterCondition),
  ]);
  return { units, total: totalCount };
}
