import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import S3rver from "@20minutes/s3rver";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createS3Storage } from "./s3.ts";
import { createFolderStorage, type Storage } from "./storage.ts";

let storageFolder: string;
let stopS3: () => Promise<void>;
const storagesByName: Record<string, Storage> = {};

beforeAll(async () => {
  storageFolder = await mkdtemp(join(tmpdir(), "kakehashi-storage-"));
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory: join(storageFolder, "s3"),
    configureBuckets: [{ name: "kakehashi" }],
  });
  const { port } = await server.run();
  stopS3 = () => server.close();
  storagesByName.folder = createFolderStorage(join(storageFolder, "files"));
  storagesByName.s3 = createS3Storage({
    bucket: "kakehashi",
    endpoint: `http://127.0.0.1:${port}`,
    region: "us-east-1",
    credentials: { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" },
  });
});
afterAll(async () => {
  for (const storage of Object.values(storagesByName)) storage.close();
  await stopS3();
  await rm(storageFolder, { recursive: true });
});

describe.each(["folder", "s3"])("in a %s", (kind) => {
  const currentStorage = () => storagesByName[kind] as Storage;

  async function storeFile(key: string, content: string): Promise<void> {
    const path = join(storageFolder, "arrived");
    await writeFile(path, content);
    await currentStorage().storeFile(path, key, "text/plain");
  }

  test("a stored file can be read, whole and in ranges, and its temporary file is removed", async () => {
    await storeFile("ab/one/original", "0123456789");
    expect(await text(await currentStorage().read("ab/one/original"))).toBe("0123456789");
    expect(await text(await currentStorage().read("ab/one/original", { start: 2, end: 4 }))).toBe("234");
    expect(await text(await currentStorage().read("ab/one/original", { start: 9, end: 9 }))).toBe("9");
    expect(await readdir(storageFolder)).not.toContain("arrived");
  });

  test("a copy stays when its source is removed, and nothing cannot be copied", async () => {
    await storeFile("ab/source/original", "shared");
    await currentStorage().copy("ab/source/original", "cd/copy/original");
    await currentStorage().remove(["ab/source/original"]);
    expect(await text(await currentStorage().read("cd/copy/original"))).toBe("shared");
    await expect(currentStorage().copy("ab/source/original", "cd/other/original")).rejects.toThrow();
    await expect(currentStorage().read("cd/other/original")).rejects.toThrow();
  });

  test("what is removed is gone, and removing it again is no error", async () => {
    await storeFile("ab/two/original", "x");
    await currentStorage().remove(["ab/two/original", "ab/two/small"]);
    await currentStorage().remove(["ab/two/original"]);
    await expect(currentStorage().read("ab/two/original")).rejects.toThrow();
  });

  test("a missing file is refused before the first byte", async () => {
    await expect(currentStorage().read("ab/none/original")).rejects.toThrow();
  });

  test("it says that it can be reached", async () => {
    await expect(currentStorage().assertWritable()).resolves.toBeUndefined();
  });
});

test("a bucket that is not there, and a server that is not, are told at once", async () => {
  const unreachableStorage = createS3Storage({
    bucket: "kakehashi",
    endpoint: "http://127.0.0.1:9",
    region: "us-east-1",
    credentials: { accessKeyId: "a", secretAccessKey: "b" },
  });
  await expect(unreachableStorage.assertWritable()).rejects.toThrow();
  unreachableStorage.close();
});
