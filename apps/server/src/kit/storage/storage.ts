import { copyFile, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { Disk } from "flydrive";
import { FSDriver } from "flydrive/drivers/fs";

/** Bytes `start` to `end`, both included, counted from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Where files are kept: whole or not at all, under keys that no person chooses. */
export interface Storage {
  /** Takes over a finished local file. On failure nothing is under `key`, and the local file may still be there. */
  take(path: string, key: string, type: string): Promise<void>;
  /** Rejects where nothing is under `key`, before the first byte. */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Removes what is under these keys; what is not there is no error. */
  remove(keys: readonly string[]): Promise<void>;
  /** Rejects when the storage cannot be written to. */
  check(): Promise<void>;
  close(): void;
}

/** Files in a folder. What is taken over appears under its name in one step, never in parts. */
export function folderStorage(folder: string): Storage {
  const disk = new Disk(new FSDriver({ location: folder, visibility: "private" }));
  return {
    async take(path, key) {
      const target = join(folder, key);
      await mkdir(dirname(target), { recursive: true });
      try {
        await rename(path, target);
      } catch (error) {
        if (!(error instanceof Error && "code" in error && error.code === "EXDEV")) throw error;
        await takeAcross(path, target);
      }
    },
    async read(key, range) {
      // Opened first: a stream would report what is missing only once its answer has begun.
      const handle = await open(join(folder, key));
      return handle.createReadStream(range);
    },
    async remove(keys) {
      for (const key of keys) await disk.delete(key);
    },
    async check() {},
    close() {},
  };
}

/** From another file system: copied beside its place first. */
async function takeAcross(path: string, target: string): Promise<void> {
  const part = `${target}.part`;
  try {
    await copyFile(path, part);
    await rename(part, target);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  await rm(path, { force: true });
}
