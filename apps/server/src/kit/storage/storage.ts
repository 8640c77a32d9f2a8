import { copyFile, link, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { Disk } from "flydrive";
import { FSDriver } from "flydrive/drivers/fs";

/** A range of bytes from `start` to `end`, both included, counted from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Stores files under keys that the server chooses. A file is stored completely or not at all. */
export interface Storage {
  /**
   * Moves a finished local file into the storage. If this fails, the storage has nothing under `key`, and the local
   * file may still exist.
   */
  storeFile(path: string, key: string, type: string): Promise<void>;
  /**
   * Copies a stored file to a second key. Deleting one of the two files does not affect the other. Rejects if there is
   * nothing under `source`.
   */
  copy(source: string, target: string): Promise<void>;
  /** Opens a stored file for reading. Rejects at once, before any byte is sent, if there is nothing under `key`. */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Deletes the files under these keys. Ignores keys without a file. */
  remove(keys: readonly string[]): Promise<void>;
  /** Checks that the storage can be written to. Rejects if it cannot. The folder storage skips this check. */
  assertWritable(): Promise<void>;
  close(): void;
}

/**
 * Stores files in a folder. A file gets its final name only after all its bytes are written, so nobody can read an
 * incomplete file.
 */
export function createFolderStorage(folder: string): Storage {
  const disk = new Disk(new FSDriver({ location: folder, visibility: "private" }));
  return {
    async storeFile(path, key) {
      const target = join(folder, key);
      await mkdir(dirname(target), { recursive: true });
      try {
        await rename(path, target);
      } catch (error) {
        if (!(error instanceof Error && "code" in error && error.code === "EXDEV")) throw error;
        await moveAcrossFileSystems(path, target);
      }
    },
    async copy(source, target) {
      const [sourcePath, to] = [join(folder, source), join(folder, target)];
      await mkdir(dirname(to), { recursive: true });
      // Creates a hard link, which takes no disk space. Both names share the same bytes, which is safe because stored
      // files never change.
      await link(sourcePath, to).catch(async (error) => {
        if (error instanceof Error && "code" in error && error.code === "ENOENT") throw error;
        await copyViaTemporaryFile(sourcePath, to);
      });
    },
    async read(key, range) {
      // Opens the file before the HTTP response begins, because a stream would report a missing file too late.
      const handle = await open(join(folder, key));
      return handle.createReadStream(range);
    },
    async remove(keys) {
      for (const key of keys) await disk.delete(key);
    },
    async assertWritable() {},
    close() {},
  };
}

/** Copies the file and then removes the original, because a file cannot be renamed across file systems. */
async function moveAcrossFileSystems(path: string, target: string): Promise<void> {
  await copyViaTemporaryFile(path, target);
  await rm(path, { force: true });
}

/**
 * Copies a file to a temporary name beside the target and then renames it, so that nobody can read an incomplete file.
 */
async function copyViaTemporaryFile(path: string, target: string): Promise<void> {
  const partialPath = `${target}.part`;
  try {
    await copyFile(path, partialPath);
    await rename(partialPath, target);
  } catch (error) {
    await rm(partialPath, { force: true });
    throw error;
  }
}
