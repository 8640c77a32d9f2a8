import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../test/cluster.ts";
import { openDatabase } from "./db/database.ts";
import {
  createKeyring,
  findOrCreateSharedSecret,
  findSharedSecret,
  parseSecretKeys,
  readSecretKeyFile,
} from "./secrets.ts";

const oldSecret = "the-old-key-of-this-installation";
const newSecret = "the-new-key-of-this-installation";

function createTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "kakehashi-keys-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

async function openTestDatabase() {
  const { url, drop } = await createTestDatabase();
  const db = openDatabase(url, { maximumConnections: 2 });
  onTestFinished(async () => {
    await db.close();
    await drop();
  });
  return db;
}

test("the first start creates a key file that only its account can read, and later starts use it", () => {
  const folder = join(createTemporaryFolder(), "data");
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
  const oldKeyring = createKeyring([oldSecret]);
  const sealedSecret = oldKeyring.seal(Buffer.from("words"), "aiko");
  expect(Buffer.from(createKeyring([newSecret, oldSecret]).open(sealedSecret, "aiko")).toString()).toBe(
    "words",
  );
  expect(() => oldKeyring.open(sealedSecret, "an")).toThrow();
  expect(() => createKeyring([newSecret]).open(sealedSecret, "aiko")).toThrow(/^SECRET_KEY /);
  expect(oldKeyring.deriveKeysFor("access-token")[0].key).not.toEqual(
    oldKeyring.deriveKeysFor("seal")[0].key,
  );
});

test("a shared secret lies sealed in the database, and outlives a change of key", async () => {
  const { kysely, pool } = await openTestDatabase();
  const createdSecret = await findOrCreateSharedSecret(kysely, createKeyring([oldSecret]), "push");
  const readStoredValue = async () =>
    (await pool.query("select value from secrets where name = 'push'")).rows[0].value;
  expect((await readStoredValue()).includes(createdSecret)).toBe(false);
  await expect(findOrCreateSharedSecret(kysely, createKeyring([newSecret]), "push")).rejects.toThrow(
    /^SECRET_KEY /,
  );
  expect(await findOrCreateSharedSecret(kysely, createKeyring([newSecret, oldSecret]), "push")).toEqual(
    createdSecret,
  );
  expect(await findOrCreateSharedSecret(kysely, createKeyring([newSecret]), "push")).toEqual(createdSecret);
});

test("an unencrypted secret of an older version is encrypted when it is first read", async () => {
  const { kysely, pool } = await openTestDatabase();
  const secret = Buffer.alloc(32, 7);
  await pool.query("insert into secrets (name, value) values ('push', $1)", [secret]);
  const keyring = createKeyring([newSecret]);
  for (const _ of [1, 2])
    expect(await findSharedSecret(kysely, keyring, "push")).toEqual(new Uint8Array(secret));
  const { rows } = await pool.query("select key_id, value from secrets where name = 'push'");
  expect(rows[0].key_id).toBe(keyring.newestKeyId);
  expect(rows[0].value.includes(secret)).toBe(false);
  expect(await findSharedSecret(kysely, keyring, "nothing")).toBeNull();
});
