import type { FileTypeFilter } from "@kakehashi/contract/files";
import type { Kysely } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "../../kit/db/database.ts";
import type { DB } from "../../kit/db/schema.generated.ts";
import { newId } from "../../kit/ids.ts";
import { createTestDatabase, type TestDatabase } from "../../test/cluster.ts";
import { measureTableReads } from "../../test/plans.ts";
import { findSharedFile, listSharedFiles, listSharedFilesByIds } from "./shared-store.ts";

const ownerId = newId();
let testDatabase: TestDatabase;
let db: Database;
let roomIds: string[];
let fileIds: string[];

const queryIds = async (sql: string, values: unknown[] = []) =>
  (await db.pool.query<{ id: string }>(sql, values)).rows.map(({ id }) => id);

// Creates 200 rooms of a hundred messages each. Every tenth message has a file.
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  db = openDatabase(testDatabase.url, { maximumConnections: 2 });
  await db.kysely
    .insertInto("users")
    .values({
      id: ownerId,
      email: "an@kakehashi.example",
      name: "An",
      role: "dev",
      interface_language: "vi",
      live_endpoint: ownerId,
    })
    .execute();
  roomIds = await queryIds(
    `insert into conversations (id, kind, name) select gen_random_uuid(), 'GROUP', 'Room ' || n
     from generate_series(1, 200) n returning id`,
  );
  await db.pool.query(
    `insert into messages (conversation_id, id, seq, changed_seq, number, user_id, client_id, content, language)
     select room, gen_random_uuid(), n, n, n, $1, gen_random_uuid(), 'words', 'en'
     from unnest($2::uuid[]) room, generate_series(1, 100) n`,
    [ownerId, roomIds],
  );
  fileIds = await queryIds(
    `insert into files (id, user_id, conversation_id, message_id, name, type, category, size, name_lexemes)
     select gen_random_uuid(), $1, conversation_id, id, 'plan.pdf', 'application/pdf', 'application', 1, ''
     from messages where number % 10 = 0 returning id`,
    [ownerId],
  );
  await db.pool.query("vacuum analyze messages, files, users");
});
afterAll(async () => {
  await db.close();
  await testDatabase.drop();
});

/**
 * The maximum number of disk blocks that PostgreSQL may read to find one message: the blocks of each index level and
 * the block of the row.
 */
const maximumBlocksPerMessage = 8;

const pageQuery = (type: FileTypeFilter, offset = 0) => ({
  count: 20,
  read: (executor: Kysely<DB>) =>
    listSharedFiles(executor, ownerId, { roomIds, type, ownerId: null }, { offset, limit: 20 }),
});

test.each([
  ["the first page of all files", () => pageQuery("all")],
  ["a later one", () => pageQuery("applications", 200)],
  ["a page by place", () => pageQuery("location")],
  [
    "a page of one room",
    () => ({
      count: 10,
      read: (executor: Kysely<DB>) =>
        listSharedFiles(
          executor,
          ownerId,
          { roomIds: roomIds.slice(0, 1), type: "all", ownerId },
          { offset: 0, limit: 20 },
        ),
    }),
  ],
  [
    "one file",
    () => ({ count: 1, read: (executor: Kysely<DB>) => findSharedFile(executor, ownerId, fileIds[0] ?? "") }),
  ],
  [
    "files that were found",
    () => ({
      count: 20,
      read: (executor: Kysely<DB>) => listSharedFilesByIds(executor, ownerId, fileIds.slice(0, 20)),
    }),
  ],
])("%s: each file's message is found by its key, however many there are", async (_, createPageQuery) => {
  const { count, read } = createPageQuery();
  const tableReads = await measureTableReads(db, "messages", read);
  const planLoops = tableReads.reduce((loopCount, { loops }) => loopCount + loops, 0);
  const blocks = tableReads.reduce((blockCount, scannedRelation) => blockCount + scannedRelation.blocks, 0);
  expect(planLoops, JSON.stringify(tableReads)).toBe(count);
  expect(blocks, JSON.stringify(tableReads)).toBeLessThanOrEqual(count * maximumBlocksPerMessage);
});
