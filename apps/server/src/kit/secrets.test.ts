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

const old = "the-old-key-of-this-installation";
const fresh = "the-new-key-of-this-installation";

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), "kakehashi-keys-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

async function database() {
  const { url, drop } = await createTestDatabase();
  const db = openDatabase(url, { max: 2 });
  onTestFinished(async () => {
    await db.close();
    await drop();
  });
  return db;
}

test("the first start creates a key file that only its account can read, and later starts use it", () => {
  const folder = join(temporary(), "data");
  const made = readSecretKeyFile(folder);
  expect(made).toHaveLength(1);
  const file = join(folder, "secret-key");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, "utf8").trim()).toBe(made[0]);
  chmodSync(file, 0o644);
  expect(readSecretKeyFile(folder)).toEqual(made);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  writeFileSync(file, "short");
  expect(() => readSecretKeyFile(folder)).toThrow(/secret-key holds no secret key/);
});

test("several keys are separated by commas; one that is short or broken spoils all", () => {
  expect(parseSecretKeys(`${fresh}, ${old}`)).toEqual([fresh, old]);
  for (const text of ["", "short", `${fresh},`, `${fresh},short`, `a key with spaces in it ${fresh}`])
    expect(parseSecretKeys(text)).toBeNull();
});

test("a sealed secret only opens with its key and for its owner", () => {
  const before = createKeyring([old]);
  const sealed = before.seal(Buffer.from("words"), "aiko");
  expect(Buffer.from(createKeyring([fresh, old]).open(sealed, "aiko")).toString()).toBe("words");
  expect(() => before.open(sealed, "an")).toThrow();
  expect(() => createKeyring([fresh]).open(sealed, "aiko")).toThrow(/^SECRET_KEY /);
  expect(before.keysFor("access-token")[0].key).not.toEqual(before.keysFor("seal")[0].key);
});

test("a shared secret lies sealed in the database, and outlives a change of key", async () => {
  const { kysely, pool } = await database();
  const made = await sharedSecret(kysely, createKeyring([old]), "push");
  const stored = async () =>
    (await pool.query("select value from secrets where name = 'push'")).rows[0].value;
  expect((await stored()).includes(made)).toBe(false);
  await expect(sharedSecret(kysely, createKeyring([fresh]), "push")).rejects.toThrow(/^SECRET_KEY /);
  expect(await sharedSecret(kysely, createKeyring([fresh, old]), "push")).toEqual(made);
  expect(await sharedSecret(kysely, createKeyring([fresh]), "push")).toEqual(made);
});

test("an unencrypted secret of an older version is encrypted when it is first read", async () => {
  const { kysely, pool } = await database();
  const secret = Buffer.alloc(32, 7);
  await pool.query("insert into secrets (name, value) values ('push', $1)", [secret]);
  const keyring = createKeyring([fresh]);
  for (const _ of [1, 2])
    expect(await findSharedSecret(kysely, keyring, "push")).toEqual(new Uint8Array(secret));
  const { rows } = await pool.query("select key_id, value from secrets where name = 'push'");
  expect(rows[0].key_id).toBe(keyring.newest);
  expect(rows[0].value.includes(secret)).toBe(false);
  expect(await findSharedSecret(kysely, keyring, "nothing")).toBeNull();
});
