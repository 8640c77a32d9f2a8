import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { App } from "../app.ts";
import { hashPassword } from "../features/auth/passwords.ts";
import type { Database } from "../kit/db/database.ts";
import { newId, newSecret } from "../kit/ids.ts";
import { seedBots } from "./bots.ts";
import { type DemoPersonKey, demoPeople } from "./cast.ts";
import { seedCodes } from "./codes.ts";
import { seedDrives } from "./drive.ts";
import { demoGlossary, demoTranslationPairs } from "./memory.ts";
import { seedOutsideBot } from "./outside.ts";
import { seedProfiles } from "./profiles.ts";
import { seedProjects } from "./projects.ts";
import { type DemoConversation, type DemoTextWithAuthor, demoConversations } from "./script.ts";
import { type DemoTranslation, demoTranslations } from "./translations.ts";

/**
 * The key of the advisory lock for filling the database. If two processes start at once, only the one with the lock
 * fills the database.
 */
const seedLockKey = 4_217_003;

/**
 * Returns a readable password with 60 random bits. It has the letters and the digit that the password rules require.
 */
function generateDemoPassword(): string {
  return `Demo-${randomBytes(8).toString("hex").slice(0, 15)}-7`;
}

/**
 * Fills an empty database with a demo workspace in three languages. Returns null if the database already contains an
 * account.
 */
export async function seedDemo(
  db: Database,
  app: App,
  requestedPassword: string | null,
): Promise<{ password: string; people: typeof demoPeople } | null> {
  const connection = await db.pool.connect();
  try {
    await connection.query("select pg_advisory_lock($1)", [seedLockKey]);
    const existingUser = await db.kysely.selectFrom("users").select("id").limit(1).executeTakeFirst();
    if (existingUser) return null;
    const password = requestedPassword ?? generateDemoPassword();
    const ids = await seedPeople(db, password);
    await seedProfiles(db, ids);
    await db.kysely.transaction().execute(async (tx) => {
      await app.services.memory.storePairs(tx, demoTranslationPairs);
      await app.services.glossary.addEntries(tx, demoGlossary);
    });
    await seedProjects(db, app, ids);
    await seedCodes(db, app, ids);
    await seedBots(db, app, ids);
    await seedOutsideBot(db, app, ids);
    const messageIdsByText = new Map<string, string>();
    for (const conversation of demoConversations)
      await seedConversation(db, app, ids, conversation, messageIdsByText);
    for (const translation of demoTranslations)
      await seedTranslation(db, app, ids, translation, messageIdsByText);
    await sql`update translations t set waiting_since = m.created_at + interval '6 minutes',
        asked_at = m.created_at + interval '6 minutes'
      from messages m where m.conversation_id = t.conversation_id and m.id = t.subject_id and t.waiting_since is not null
    `.execute(db.kysely);
    await seedDrives(db, app, ids);
    return { password, people: demoPeople };
  } finally {
    await connection.query("select pg_advisory_unlock($1)", [seedLockKey]);
    connection.release();
  }
}

type UserIdsByKey = Readonly<Record<DemoPersonKey, string>>;

async function seedPeople(db: Database, password: string): Promise<UserIdsByKey> {
  const password_hash = await hashPassword(password);
  const people = demoPeople.map(({ key: _, language, ...person }) => ({
    ...person,
    id: newId(),
    password_hash,
    interface_language: language,
    working_language: language,
    account_type: person.role === "company" ? ("COMPANY" as const) : ("PERSONAL" as const),
    live_endpoint: newSecret(),
    confirmed_at: new Date(),
  }));
  await db.kysely.insertInto("users").values(people).execute();
  return Object.fromEntries(
    demoPeople.map(({ key }, index) => [key, people[index]?.id ?? ""]),
  ) as UserIdsByKey;
}

async function seedTranslation(
  db: Database,
  { services }: App,
  ids: UserIdsByKey,
  { messageStart, language, content, translator, approvedBy, betterTranslationRequest }: DemoTranslation,
  messageIdsByText: ReadonlyMap<string, string>,
): Promise<void> {
  const textAndMessageId = [...messageIdsByText].find(([messageText]) =>
    messageText.startsWith(messageStart),
  );
  if (!textAndMessageId) throw new Error(`No message of the demo begins with ${messageStart}`);
  const [, id] = textAndMessageId;
  const message = await services.messages.findForMember(ids.linh, id);
  if (translator)
    await services.translations.submit(
      ids[translator],
      id,
      language,
      { content, revision: 1, confirmed: true },
      false,
    );
  else await services.translations.fill(message, language, { content, origin: "MACHINE", revision: 1 });
  if (approvedBy) await services.translations.approve(ids[approvedBy], id, language, { revision: 1 });
  if (betterTranslationRequest)
    await services.translations.request(ids[betterTranslationRequest[0]], id, language, {
      reason: betterTranslationRequest[1],
      revision: 1,
    });
  // Sets each demo translation's time to some time after its message.
  await sql`update translation_history h set created_at = m.created_at + h.step * interval '4 minutes'
    from translations t join messages m on m.conversation_id = t.conversation_id and m.id = t.subject_id
    where t.id = h.translation_id and t.subject_id = ${id} and t.language = ${language}`.execute(db.kysely);
}

async function findTeamConversation(db: Database, projectName: string): Promise<{ id: string }> {
  const { team_id } = await db.kysely
    .selectFrom("projects")
    .select("team_id")
    .where("name", "=", projectName)
    .executeTakeFirstOrThrow();
  if (!team_id) throw new Error(`${projectName} has no team yet`);
  return { id: team_id };
}

/** Writes the messages of a conversation. Adds each message's id to `messageIdsByText`. */
async function seedConversation(
  db: Database,
  { services }: App,
  ids: UserIdsByKey,
  { members, name, projectName, messages, readCounts }: DemoConversation,
  messageIdsByText: Map<string, string>,
): Promise<void> {
  const [firstMemberId, ...otherMemberIds] = members.map((key) => ids[key]);
  if (!firstMemberId) throw new Error("A demo conversation needs its people");
  const { id } = projectName
    ? await findTeamConversation(db, projectName)
    : name
      ? await services.conversations.startGroup(firstMemberId, otherMemberIds, name)
      : await services.conversations.startDirect(firstMemberId, otherMemberIds[0] ?? "");
  async function sendDemoMessage(
    [minutesAgo, author, content]: DemoTextWithAuthor,
    parent_id?: string,
  ): Promise<string> {
    const { language } = demoPeople.find(({ key }) => key === author) ?? demoPeople[0];
    const message = await services.messages.send({ userId: ids[author], writingLanguage: language }, id, {
      client_id: newId(),
      content,
      ...(parent_id && { parent_id }),
    });
    const sentAt = sql`now() - make_interval(mins => ${minutesAgo})`;
    await sql`update messages set created_at = ${sentAt}
      where conversation_id = ${id} and id = ${message.id}`.execute(db.kysely);
    if (parent_id)
      await sql`update messages set last_reply_at = ${sentAt}
        where conversation_id = ${id} and id = ${parent_id}`.execute(db.kysely);
    messageIdsByText.set(content, message.id);
    return message.id;
  }

  const demoMessages = messages.map((line) => ("textWithAuthor" in line ? line : { textWithAuthor: line }));
  for (const { textWithAuthor, replies = [], translationRequesters = [] } of demoMessages) {
    const sentMessageId = await sendDemoMessage(textWithAuthor);
    for (const reply of replies) await sendDemoMessage(reply, sentMessageId);
    for (const key of translationRequesters) {
      const { language: writingLanguage } = demoPeople.find((person) => person.key === key) ?? demoPeople[0];
      await services.bookmarks.markMessage({ userId: ids[key], writingLanguage }, id, sentMessageId, {
        marked: true,
      });
    }
  }
  const [firstMessageMinutesAgo, lastMessageMinutesAgo] = [
    demoMessages[0]?.textWithAuthor[0] ?? 0,
    demoMessages.at(-1)?.textWithAuthor[0] ?? 0,
  ];
  await sql`update conversations set created_at = least(created_at, now() - make_interval(mins => ${firstMessageMinutesAgo})),
    changed_at = now() - make_interval(mins => ${lastMessageMinutesAgo}),
    last_message_at = now() - make_interval(mins => ${lastMessageMinutesAgo}) where id = ${id}`.execute(
    db.kysely,
  );
  for (const key of members) {
    await sql`update conversation_members set read_number = ${readCounts?.[key] ?? messages.length}, read_high = ${messages.length}
      where conversation_id = ${id} and user_id = ${ids[key]}`.execute(db.kysely);
  }
}
