import { type RawBuilder, sql } from "kysely";
import type { App } from "../app.ts";
import type { Database } from "../kit/db/database.ts";
import { hashSecret, newId } from "../kit/ids.ts";
import { type DemoPersonKey, demoPeople } from "./cast.ts";
import { type DemoBotVisit, demoBotVisits, type VisitedBotKey } from "./visits.ts";

const secondsPerMinute = 60;
const dayMs = 24 * 3_600_000;

interface VisitIds {
  readonly sessionId: string;
  readonly conversationId: string | null;
}

/** Creates visitors who write to a bot, wait for agents and get replies. Uses the same functions as real visitors. */
export async function seedVisitors(
  db: Database,
  app: Pick<App, "services">,
  ids: Readonly<Record<DemoPersonKey, string>>,
  botId: string,
  botKey: VisitedBotKey,
): Promise<void> {
  for (const visit of demoBotVisits) if (visit.botKey === botKey) await seedVisit(db, app, ids, botId, visit);
}

async function seedVisit(
  db: Database,
  { services }: Pick<App, "services">,
  ids: Readonly<Record<DemoPersonKey, string>>,
  botId: string,
  { language, messages, minutesAgo, agentAnswer }: DemoBotVisit,
): Promise<void> {
  const { sessions } = services.bots;
  const { token } = await sessions.start(botId, { language });
  const findVisitIds = async (): Promise<VisitIds> => {
    const { rows } = await sql<VisitIds>`
      select id as "sessionId", conversation_id as "conversationId" from bot_sessions
      where token_hash = ${hashSecret(token)}`.execute(db.kysely);
    if (!rows[0]) throw new Error("A visitor of the demo has no session.");
    return rows[0];
  };
  const moveVisitIntoPast = async (seconds: number) =>
    moveVisitTimesIntoPast(db, await findVisitIds(), seconds);

  const dayOfNextWeek = new Date(Date.now() + 8 * dayMs).toISOString().slice(0, 10);
  for (const [index, messageText] of messages.entries()) {
    if (index > 0) await moveVisitIntoPast(20 + 7 * index);
    await sessions.send(botId, token, {
      client_id: newId(),
      content: messageText === "DAY" ? dayOfNextWeek : messageText,
      choice: null,
    });
  }
  const { conversationId } = await findVisitIds();
  if (!conversationId) throw new Error(`The demo's visitor reaches no person: ${messages.join(", ")}`);
  if (agentAnswer) {
    const { by, minutes, text, rating } = agentAnswer;
    const person = { userId: ids[by], ip: "127.0.0.1", isAdmin: false };
    const { language: writingLanguage } = demoPeople.find(({ key }) => key === by) ?? demoPeople[0];
    await moveVisitIntoPast(minutes[0] * secondsPerMinute);
    await services.livechat.claim(person, botId, conversationId);
    await services.messages.send({ userId: person.userId, writingLanguage }, conversationId, {
      client_id: newId(),
      content: text,
    });
    await moveVisitIntoPast(minutes[1] * secondsPerMinute);
    await services.livechat.end(person, botId, conversationId, false);
    const visitUpdate = await sessions.list(botId, token, { since: 0, seq: 0, wait: false });
    const roundToRate = visitUpdate.people?.rating_round;
    if (rating && roundToRate)
      await sessions.rate(botId, token, { round: roundToRate, rating: rating[0], comment: rating[1] ?? "" });
  }
  const minutesAfterLastMessage = agentAnswer ? agentAnswer.minutes[0] + agentAnswer.minutes[1] : 0;
  await moveVisitIntoPast((minutesAgo - minutesAfterLastMessage) * secondsPerMinute);
}

/** Sets the times of all stored events of a visitor's bot session to the past. */
export async function moveVisitTimesIntoPast(
  db: Database,
  { sessionId, conversationId }: VisitIds,
  seconds: number,
): Promise<void> {
  const moveColumnsIntoPast = async (
    table: string,
    columns: readonly string[],
    rowCondition: RawBuilder<unknown>,
  ) => {
    const movedColumns = columns.map(
      (column) => sql`${sql.ref(column)} = ${sql.ref(column)} - make_interval(secs => ${seconds})`,
    );
    await sql`update ${sql.table(table)} set ${sql.join(movedColumns)} where ${rowCondition}`.execute(
      db.kysely,
    );
  };
  await moveColumnsIntoPast("bot_turns", ["created_at"], sql`session_id = ${sessionId}`);
  await moveColumnsIntoPast("bot_sessions", ["created_at", "last_at", "seen_at"], sql`id = ${sessionId}`);
  if (conversationId === null) return;
  const isInConversation = sql`conversation_id = ${conversationId}`;
  await moveColumnsIntoPast("messages", ["created_at"], isInConversation);
  await moveColumnsIntoPast("conversation_lines", ["created_at"], isInConversation);
  await moveColumnsIntoPast(
    "livechat_rounds",
    ["began_at", "answered_at", "closed_at", "rated_at"],
    isInConversation,
  );
  await moveColumnsIntoPast(
    "livechats",
    ["waiting_since", "claimed_at", "closed_at", "changed_at"],
    isInConversation,
  );
  await moveColumnsIntoPast(
    "conversations",
    ["created_at", "changed_at", "last_message_at"],
    sql`id = ${conversationId}`,
  );
}
