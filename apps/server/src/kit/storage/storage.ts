import { copyFile, link, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { Disk } from "flydrive";
import { FSDriver } from "flydrive/drivers/fs";

/** The bytes from `start` to `end`, both included, counted from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Stores files, each completely or not at all, under keys that the server chooses. */
export interface Storage {
  /**
   * Moves a finished local file into the storage. If that fails, nothing is under `key`, and the local file
   * may still exist.
   */
  storeFile(path: string, key: string, type: string): Promise<void>;
  /**
   * Gives the file under `source` a second key. The two are independent: removing one leaves the other. Rejects if
   * nothing is under `source`.
   */
  copy(source: string, target: string): Promise<void>;
  /** Rejects before the first byte if nothing is under `key`. */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Removes the files under these keys. Missing ones are no error. */
  remove(keys: readonly string[]): Promise<void>;
  /** Rejects if the storage cannot be written to. */
  check(): Promise<void>;
  close(): void;
}

/** Stores files in a folder. A file gets its name in one step, so nobody sees an incomplete file. */
export function folderStorage(folder: string): Storage {
  const disk = new Disk(new FSDriver({ location: folder, visibility: "private" }));
  return {
    async storeFile(path, key) {
      const target = join(folder, key);
      await mkdir(dirname(target), { recursive: true });
      try {
        await rename(path, target);
      } catch (error) {
        if (!(error instanceof Error && "code" in error && error.code === "EXDEV")) throw error;
        await takeAcross(path, target);
      }
    },
    async copy(source, target) {
      const [from, to] = [join(folder, source), join(folder, target)];
      await mkdir(dirname(to), { recursive: true });
      // A second name takes no room. A file here is never written again, so neither name sees a change by the other.
      await link(from, to).catch(async (error) => {
        if (error instanceof Error && "code" in error && error.code === "ENOENT") throw error;
        await copyAside(from, to);
      });
    },
    async read(key, range) {
      // Opened first, because a stream would report a missing file only after the answer has begun.
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

/** The file is on another file system. */
async function takeAcross(path: string, target: string): Promise<void> {
  await copyAside(path, target);
  await rm(path, { force: true });
}

/** Copies a file to a name beside the target first, so that nobody sees an incomplete target. */
async function copyAside(path: string, target: string): Promise<void> {
  const partialPath = `${target}.part`;
  try {
    await copyFile(path, partialPath);
    await rename(partialPath, target);
  } catch (error) {
    await rm(partialPath, { force: true });
    throw error;
  }
}
