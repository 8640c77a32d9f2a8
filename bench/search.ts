import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { createDomainEvents } from "../apps/server/src/features/events/service.ts";
import type { Files } from "../apps/server/src/features/files/service.ts";
import type { Live } from "../apps/server/src/features/live/service.ts";
import { createRooms } from "../apps/server/src/features/rooms/service.ts";
import { createSearch } from "../apps/server/src/features/search/service.ts";
import type { Users } from "../apps/server/src/features/users/service.ts";
import { type Database, openDatabase } from "../apps/server/src/kit/db/database.ts";
import { migrate } from "../apps/server/src/kit/db/migrate.ts";
import { startTemporaryCluster } from "../apps/server/src/kit/db/temporary.ts";
import { newId } from "../apps/server/src/kit/ids.ts";
import { createTestLog } from "../apps/server/src/test/log.ts";

// Usage: `node bench/search.ts`. Searches 200,000 messages in three languages, once as a member of every room and once
// as a member of few rooms. The printed times in milliseconds include the database and the service.

const messageCount = 200_000;
const roomCount = 200;
const searchCount = 600;
/** The limits in milliseconds for the median and for the 99th percentile of the searches. */
const limitsMs = { p50: 30, p99: 150 };

const wordsByLanguage = {
  ja: "予約 画面 設計 確認 お願い します 修正 テスト 仕様 変更 対応 完了 報告 会議 明日 来週 顧客 日本 語 翻訳 納期 障害 調査 原因 データベース サーバー ログイン 決済 機能 追加 削除 検索 通知 です ました ください について 資料".split(
    " ",
  ),
  vi: "dự án khách hàng màn hình đăng nhập kiểm thử lỗi sửa xong rồi nhé báo cáo họp ngày mai tuần sau tính năng thêm xóa tìm kiếm thông báo máy chủ cơ sở dữ liệu thanh toán xin chào các bạn mình đã xem qua bản dịch tài liệu yêu cầu thay đổi".split(
    " ",
  ),
  en: "the project client screen login test error fixed done please report meeting tomorrow next week feature add remove search notification server database payment hello everyone have reviewed translation document request change deploy branch review the a to of and is".split(
    " ",
  ),
};

let randomSeed = 20_261_121;
/** Returns a pseudo-random integer from 0 to `upperLimit` - 1 (mulberry32). The sequence is the same in every run. */
function randomBelow(upperLimit: number): number {
  randomSeed = (randomSeed + 0x6d2b79f5) | 0;
  let mixedBits = Math.imul(randomSeed ^ (randomSeed >>> 15), randomSeed | 1);
  mixedBits ^= mixedBits + Math.imul(mixedBits ^ (mixedBits >>> 7), mixedBits | 61);
  return ((mixedBits ^ (mixedBits >>> 14)) >>> 0) % upperLimit;
}
const pickRandom = <T>(list: readonly T[]): T => list[randomBelow(list.length)] as T;

/** Returns random words. As in natural text, a few words are common and most are rare. */
function randomSentence(language: keyof typeof wordsByLanguage): string {
  const length = 4 + randomBelow(18);
  const chosenWords = Array.from({ length }, () =>
    randomBelow(12) === 0 ? createRandomRareWord(language) : pickRandom(wordsByLanguage[language]),
  );
  return chosenWords.join(language === "ja" ? "" : " ");
}

const getKanjiAtOffset = (offset: number) => String.fromCodePoint(0x4e00 + offset);
function createRandomRareWord(language: keyof typeof wordsByLanguage): string {
  const number = randomBelow(5_000);
  if (language === "ja") return getKanjiAtOffset(number) + getKanjiAtOffset((number * 7) % 9_000);
  return `${language === "vi" ? "ngữ" : "term"}${number.toString(36)}`;
}

async function fillDatabase(db: Database): Promise<{ memberOfAllRooms: string; memberOfFewRooms: string }> {
  const people = Array.from({ length: 50 }, (_, index) => ({ id: newId(), index }));
  await db.kysely
    .insertInto("users")
    .values(
      people.map(({ id, index }) => ({
        id,
        email: `${index}@bench.example`,
        name: `Person ${index}`,
        live_endpoint: randomUUID(),
        confirmed_at: new Date(),
      })),
    )
    .execute();
  const [memberOfAllRooms, memberOfFewRooms] = people.map((person) => person.id) as [string, string];
  const rooms = Array.from({ length: roomCount }, () => newId());
  for (const [index, id] of rooms.entries()) {
    await db.kysely
      .insertInto("conversations")
      .values({ id, kind: "GROUP", name: `Room ${index}` })
      .execute();
    const members = index < 5 ? [memberOfAllRooms, memberOfFewRooms] : [memberOfAllRooms];
    await db.kysely
      .insertInto("conversation_members")
      .values(members.map((user_id) => ({ conversation_id: id, user_id })))
      .execute();
  }
  const languages = ["ja", "vi", "en"] as const;
  const messageCountByRoom = new Map<string, number>();
  const startTimeMs = Date.now() - messageCount * 60_000;
  for (let insertedCount = 0; insertedCount < messageCount; insertedCount += 5_000) {
    const rows = Array.from({ length: 5_000 }, (_, index) => {
      const language = pickRandom(languages);
      const room = pickRandom(rooms);
      const number = (messageCountByRoom.get(room) ?? 0) + 1;
      messageCountByRoom.set(room, number);
      const createdAt = new Date(startTimeMs + (insertedCount + index) * 60_000).toISOString();
      return {
        room,
        id: newId(),
        number,
        user: pickRandom(people).id,
        content: randomSentence(language),
        language,
        created: createdAt,
      };
    });
    await sql`
      insert into messages (conversation_id, id, seq, changed_seq, number, user_id, client_id, content, language, created_at)
      select room, id, number, number, number, "user", gen_random_uuid(), content, language, created
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(room uuid, id uuid, number bigint, "user" uuid,
        content text, language text, created timestamptz)`.execute(db.kysely);
  }
  for (const [room, number] of messageCountByRoom)
    await sql`update conversations set last_seq = ${number}, last_number = ${number} where id = ${room}`.execute(
      db.kysely,
    );
  return { memberOfAllRooms, memberOfFewRooms };
}

/**
 * Returns a random search text like those that people type: a rare word, one or two common words, the first letters of
 * a word, two words in quotation marks, or a word that no message contains.
 */
function createRandomSearchText(): string {
  const language = pickRandom(["ja", "vi", "en"] as const);
  switch (randomBelow(8)) {
    case 0:
      return createRandomRareWord(language);
    case 1:
      return `${pickRandom(wordsByLanguage[language])} ${pickRandom(wordsByLanguage[language])}`;
    case 2:
      return [...pickRandom(wordsByLanguage[language])].slice(0, 1).join("");
    case 3:
      return [...pickRandom(wordsByLanguage[language])].slice(0, 2).join("");
    case 4:
      return `${pickRandom(wordsByLanguage.ja)}${pickRandom(wordsByLanguage.ja)}`;
    case 5:
      return `"${pickRandom(wordsByLanguage.vi)} ${pickRandom(wordsByLanguage.vi)}"`;
    case 6:
      return `absent${randomBelow(1000)}`;
    default:
      return pickRandom(wordsByLanguage[language]);
  }
}

function quantileOf(sortedValues: readonly number[], fraction: number): number {
  return sortedValues[Math.min(sortedValues.length - 1, Math.floor(sortedValues.length * fraction))] ?? 0;
}

const temporaryCluster = await startTemporaryCluster();
try {
  await migrate(temporaryCluster.url, new URL("../apps/server/src/migrations", import.meta.url).pathname);
  const db = openDatabase(temporaryCluster.url, { maximumConnections: 4, statementTimeoutMs: 30 * 60_000 });
  const { memberOfAllRooms, memberOfFewRooms } = await fillDatabase(db);
  // The search uses neither the live channel nor files nor people. So empty objects replace these services.
  const log = createTestLog();
  const events = createDomainEvents({ log });
  const rooms = createRooms({ db: db.kysely, events, live: {} as Live, users: {} as Users });
  const search = createSearch({
    db: db.kysely,
    events,
    rooms,
    files: {} as Files,
    log,
  });
  const startedAt = performance.now();
  await search.catchUp();
  const seconds = (performance.now() - startedAt) / 1000;
  process.stdout.write(
    `${messageCount} messages indexed in ${seconds.toFixed(1)} s, ${Math.round(messageCount / seconds)}/s\n`,
  );
  await sql`vacuum analyze`.execute(db.kysely);
  let hasFailed = false;
  for (const [name, userId] of [
    ["in every room", memberOfAllRooms],
    ["in 5 of 200 rooms", memberOfFewRooms],
  ] as const) {
    const queries: { ms: number; q: string; hits: number }[] = [];
    for (let index = 0; index < searchCount; index++) {
      const q = createRandomSearchText();
      const startedAt = performance.now();
      const { data } = await search.search(userId, { q, type: "messages", page: 1, paging: 20 }, "en");
      queries.push({ ms: performance.now() - startedAt, q, hits: data.messages.length });
    }
    queries.sort((a, b) => a.ms - b.ms);
    const times = queries.map((entry) => entry.ms);
    const [p50, p99] = [quantileOf(times, 0.5), quantileOf(times, 0.99)];
    hasFailed ||= p50 > limitsMs.p50 || p99 > limitsMs.p99;
    const queriesWithResults = queries.filter((entry) => entry.hits > 0).length;
    process.stdout.write(
      `searcher ${name}: p50 ${p50.toFixed(1)} ms (limit ${limitsMs.p50}), p99 ${p99.toFixed(1)} ms (limit ${limitsMs.p99}), ${queriesWithResults} of ${searchCount} found something; slowest ${queries
        .slice(-5)
        .map((entry) => `${entry.q} ${entry.ms.toFixed(0)} ms`)
        .join(", ")}\n`,
    );
  }
  await search.close();
  await db.close();
  process.exitCode = hasFailed ? 1 : 0;
} finally {
  await temporaryCluster.stop();
}
