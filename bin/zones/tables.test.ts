import { describe, expect, test } from "vitest";
import { checkTables, readTableNames } from "./tables.ts";

const ownerByTable = {
  names: ["users", "messages"],
  owners: { users: "auth", messages: "messages" },
  otherTableWriters: [],
};
const storePath = "apps/server/src/features/messages/store.ts";
const checkSource = (
  source: string,
  otherTableWriters: { table: string; feature: string; reason: string }[] = [],
) => checkTables(new Map([[storePath, source]]), { ...ownerByTable, otherTableWriters });

describe("a feature that writes another feature's table is reported", () => {
  test.each([
    'db.insertInto("users")',
    'db.updateTable("users")',
    'db.deleteFrom("users as u")',
    "sql`insert into users (id)`",
    "sql`UPDATE users set name = ''`",
    "sql`with gone as (delete from users where id = 1)`",
  ])("%s", (source) => {
    expect(checkSource(`// first line\n${source}`)).toEqual([
      `${storePath}:2: writes "users", which is "auth"'s: ask its service, or say why not in features/tables.ts`,
    ]);
  });
});

test("writing its own table, reading any table, and words in a comment are allowed", () => {
  expect(checkSource('db.insertInto("messages"); db.selectFrom("users"); // update the users')).toEqual([]);
  expect(checkSource("select 1 from users for update of users")).toEqual([]);
});

test("an exception with a reason is reported once nobody needs it", () => {
  const writerException = { table: "users", feature: "messages", reason: "One statement." };
  expect(checkSource('db.updateTable("users")', [writerException])).toEqual([]);
  expect(checkSource("", [writerException])).toEqual([
    'features/tables.ts: "messages" does not write "users" any more',
  ]);
});

test("tests may write every table", () => {
  const files = new Map([["apps/server/src/features/messages/a.test.ts", 'db.updateTable("users")']]);
  expect(checkTables(files, ownerByTable)).toEqual([]);
});

test("every table of the schema has an owner", () => {
  const names = readTableNames(
    "export interface Users {\n  id: string;\n}\nexport interface DB {\n  users: Users;\n  drafts: Drafts;\n}",
  );
  expect(checkTables(new Map(), { ...ownerByTable, names })).toEqual([
    'the table "drafts" has no owner in apps/server/src/features/tables.ts',
  ]);
});
