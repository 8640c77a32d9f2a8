import type { OutsidePlatform } from "@kakehashi/contract/channel-states";
import type { Message } from "@kakehashi/contract/messages";
import { sql } from "kysely";
import type { App } from "../app.ts";
import type { Database } from "../kit/db/database.ts";
import { newId } from "../kit/ids.ts";
import { seedBotTextsToTranslate } from "./bot-texts.ts";
import type { DemoPersonKey } from "./cast.ts";
import { type DemoOutsidePerson, demoOutsidePeople } from "./outside-people.ts";
import { moveVisitTimesIntoPast } from "./visitors.ts";

const secondsPerHour = 3_600;

const demoOutsidePages = [
  { platform: "MESSENGER", name: "Hoa Sen Nails Đà Nẵng" },
  { platform: "ZALO", name: "Hoa Sen Nails" },
] as const satisfies readonly { platform: OutsidePlatform; name: string }[];

/**
 * A demo bot whose agents reply to customers on Messenger and Zalo. Its pages are disconnected, because this
 * installation has no permission from the platforms. So people can read the history but send nothing.
 */
export async function seedOutsideBot(
  db: Database,
  { services }: Pick<App, "services">,
  ids: Readonly<Record<DemoPersonKey, string>>,
): Promise<void> {
  const { bots } = services;
  const owner = { userId: ids.oliver, ip: "127.0.0.1", role: "company" as const, isAdmin: false };
  const { id: botId } = await bots.create(owner, {
    name: "Hoa Sen Nails",
    languages: ["vi", "en", "ja"],
    platforms: ["MESSENGER", "ZALO"],
    hours: null,
  });
  await bots.people.set(owner, botId, ids.linh, "AGENT");
  const pageIds = new Map<OutsidePlatform, string>();
  for (const { platform, name } of demoOutsidePages) {
    const id = newId();
    pageIds.set(platform, id);
    // The page's last event is the newest message of its demo customers.
    const hoursSinceLastEvent = Math.min(
      ...demoOutsidePeople.filter((person) => person.platform === platform).map(({ hoursAgo }) => hoursAgo),
    );
    await sql`
      insert into channel_pages (id, platform, external_id, bot_id, name, state, last_event_at)
      values (${id}, ${platform}, ${`demo-${platform.toLowerCase()}`}, ${botId}, ${name}, 'DISCONNECTED',
        now() - make_interval(hours => ${hoursSinceLastEvent}))`.execute(db.kysely);
  }
  for (const person of demoOutsidePeople)
    await seedOutsidePerson(
      db,
      { services },
      { botId, pageId: pageIds.get(person.platform) ?? "", agentId: ids.linh },
      person,
    );
  await seedBotTextsToTranslate({ services }, ids, botId);
}

async function seedOutsidePerson(
  db: Database,
  { services }: Pick<App, "services">,
  { botId, pageId, agentId }: { botId: string; pageId: string; agentId: string },
  { platform, name, language, hoursAgo, messages, tags, agentAnswer, isClosed = false }: DemoOutsidePerson,
): Promise<void> {
  const { outside } = services.bots.sessions;
  const personId = newId();
  const sessionId = await db.kysely.transaction().execute(async (tx) => {
    const id = await outside.beginSession(tx, { botId, platform, pageId, language, formerSessionId: null });
    await sql`
      insert into channel_people (id, page_id, external_id, session_id, last_act_at)
      values (${personId}, ${pageId}, ${personId}, ${id}, now() - make_interval(hours => ${hoursAgo}))`.execute(
      tx,
    );
    await outside.setPlatformName(tx, id, name);
    return id;
  });
  for (const text of messages) {
    const publishMessage = await db.kysely
      .transaction()
      .execute((tx) =>
        outside.receiveMessage(tx, sessionId, { clientId: newId(), text, choice: null, file: null }),
      );
    await publishMessage();
  }
  await db.kysely.transaction().execute((tx) => outside.setTags(tx, sessionId, tags));
  const { rows } = await sql<{ id: string }>`
    select conversation_id as id from bot_sessions where id = ${sessionId}`.execute(db.kysely);
  const conversationId = rows[0]?.id;
  if (!conversationId) throw new Error(`Nobody can answer the demo's customer ${name}.`);
  await moveVisitTimesIntoPast(db, { sessionId, conversationId }, 4 * 60);
  if (agentAnswer) {
    const agent = { userId: agentId, ip: "127.0.0.1", isAdmin: false };
    await services.livechat.claim(agent, botId, conversationId);
    const message = await services.messages.send(
      { userId: agentId, writingLanguage: language },
      conversationId,
      {
        client_id: newId(),
        content: agentAnswer,
      },
    );
    await markMessageSeen(db, message, personId);
    if (isClosed) await services.livechat.end(agent, botId, conversationId, false);
  }
  await moveVisitTimesIntoPast(db, { sessionId, conversationId }, hoursAgo * secondsPerHour);
}

/** Marks the agent's reply as read by the customer, as the platform's webhook would do. Sends nothing. */
async function markMessageSeen(
  db: Database,
  { id: messageId, content, language }: Pick<Message, "id" | "content" | "language">,
  personId: string,
): Promise<void> {
  await db.kysely.transaction().execute(async (tx) => {
    // The server may store the delivery of this message at the same time. That transaction also locks the person's row
    // first, so the two transactions run one after the other.
    await sql`select from channel_people where id = ${personId} for update`.execute(tx);
    await sql`
      insert into channel_deliveries (message_id, person_id, state, content, language)
      values (${messageId}, ${personId}, 'SEEN', ${content}, ${language})
      on conflict (message_id) do update set state = 'SEEN', content = excluded.content, language = excluded.language`.execute(
      tx,
    );
    await sql`delete from channel_sends where message_id = ${messageId}`.execute(tx);
  });
}
