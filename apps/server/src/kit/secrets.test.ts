import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../test/cluster.ts";
import { openDatabase } from "./db/database.ts";
import {
  createKeyring,
  findSharedSecret,
  parseSecretKeys,
  readSecretKeyFile,
  sharedSecret,
} from "./secrets.ts";

const oldSecret = "the-old-key-of-this-installation";
const newSecret = "the-new-key-of-this-installation";

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), "kakehashi-keys-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

async function database() {
  const { url, drop } = await createTestDatabase();
  const db = openDatabase(url, { maximumConnections: 2 });
  onTestFinished(async () => {
    await db.close();
    await drop();
  });
  return db;
}

test("the first start creates a key file that only its account can read, and later starts use it", () => {
  const folder = join(temporary(), "data");
  const createdKey = readSecretKeyFile(folder);
  expect(createdKey).toHaveLength(1);
  const file = join(folder, "secret-key");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, "utf8").trim()).toBe(createdKey[0]);
  chmodSync(file, 0o644);
  expect(readSecretKeyFile(folder)).toEqual(createdKey);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  writeFileSync(file, "short");
  expect(() => readSecretKeyFile(folder)).toThrow(/secret-key holds no secret key/);
});

test("several keys are separated by commas, and one short or broken key makes all invalid", () => {
  expect(parseSecretKeys(`${newSecret}, ${oldSecret}`)).toEqual([newSecret, oldSecret]);
  for (const text of [
    "",
    "short",
    `${newSecret},`,
    `${newSecret},short`,
    `a key with spaces in it ${newSecret}`,
  ])
    expect(parseSecretKeys(text)).toBeNull();
});

test("a sealed secret only opens with its key and for its owner", () => {
  const before = createKeyring([oldSecret]);
  const sealed = before.seal(Buffer.from("words"), "aiko");
  expect(Buffer.from(createKeyring([newSecret, oldSecret]).open(sealed, "aiko")).toString()).toBe("words");
  expect(() => before.open(sealed, "an")).toThrow();
  expect(() => createKeyring([newSecret]).open(sealed, "aiko")).toThrow(/^SECRET_KEY /);
  expect(before.keysFor("access-token")[0].key).not.toEqual(before.keysFor("seal")[0].key);
});

test("a shared secret lies sealed in the database, and outlives a change of key", async () => {
  const { kysely, pool } = await database();
  const createdSecret = await sharedSecret(kysely, createKeyring([oldSecret]), "push");
  const stored = async () =>
    (await pool.query("select value from secrets where name = 'push'")).rows[0].value;
  expect((await stored()).includes(createdSecret)).toBe(false);
  await expect(sharedSecret(kysely, createKeyring([newSecret]), "push")).rejects.toThrow(/^SECRET_KEY /);
  expect(await sharedSecret(kysely, createKeyring([newSecret, oldSecret]), "push")).toEqual(createdSecret);
  expect(await sharedSecret(kysely, createKeyring([newSecret]), "push")).toEqual(createdSecret);
});

test("an unencrypted secret of an older version is encrypted when it is first read", async () => {
  const { kysely, pool } = await database();
  const secret = Buffer.alloc(32, 7);
  await pool.query("insert into secrets (name, value) values ('push', $1)", [secret]);
  const keyring = createKeyring([newSecret]);
  for (const _ of [1, 2])
    expect(await findSharedSecret(kysely, keyring, "push")).toEqual(new Uint8Array(secret));
  const { rows } = await pool.query("select key_id, value from secrets where name = 'push'");
  expect(rows[0].key_id).toBe(keyring.newest);
  expect(rows[0].value.includes(secret)).toBe(false);
  expect(await findSharedSecret(kysely, keyring, "nothing")).toBeNull();
});
