import { createWriteStream } from "node:fs";
import { mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { maximumFileBytes } from "@kakehashi/contract/files";
import { AppError } from "../../kit/errors.ts";
import { newId } from "../../kit/ids.ts";

/** The maximum size of a file in bytes, and the error code for a larger file. */
export interface FileSizeLimit {
  readonly bytes: number;
  readonly errorCode: "FILE.TOO_LARGE" | "BOT.SENT_FILE_TOO_LARGE";
}
const maximumFileSize: FileSizeLimit = { bytes: maximumFileBytes, errorCode: "FILE.TOO_LARGE" };

/** The folder for unfinished uploads. It contains no stored files, so all of its files may be deleted. */
export class UnfinishedUploadFolder {
  readonly folder: string;
  /** The folder of resumable uploads. */
  readonly piecesFolder: string;

  constructor(folder: string) {
    this.folder = folder;
    this.piecesFolder = join(folder, "resumable");
  }

  /**
   * Writes a stream to disk. Deletes the file if the stream breaks, is larger than `sizeLimit`, or does not fit on the
   * disk.
   */
  async receiveFile(stream: Readable, sizeLimit: FileSizeLimit = maximumFileSize): Promise<string> {
    await mkdir(this.folder, { recursive: true });
    const path = join(this.folder, newId());
    try {
      await pipeline(stream, createSizeLimit(sizeLimit), createWriteStream(path, { flags: "wx" }));
      await syncToDisk(path);
      return path;
    } catch (error) {
      await this.remove(path);
      throw error;
    }
  }

  /** Removes an upload and its renditions. */
  async remove(path: string): Promise<void> {
    for (const file of [path, `${path}.small`, `${path}.medium`]) await rm(file, { force: true });
  }

  /** Removes an unfinished resumable upload and its metadata. */
  async removeResumableUpload(id: string): Promise<void> {
    for (const name of [id, `${id}.json`]) await rm(join(this.piecesFolder, name), { force: true });
  }

  /** Returns the resumable uploads among `ids` that have received no bytes for `ageMs` milliseconds. */
  async listIdleUploadIds(ids: readonly string[], ageMs: number): Promise<string[]> {
    const idleIds: string[] = [];
    for (const id of ids) if (await isFileOlder(join(this.piecesFolder, id), ageMs)) idleIds.push(id);
    return idleIds;
  }

  /**
   * Deletes the temporary files of uploads that are older than `ageMs` milliseconds. Returns the names of the deleted
   * files.
   */
  async deleteUploadsOlderThan(ageMs: number): Promise<string[]> {
    const removedFileNames: string[] = [];
    for (const folder of [this.folder, this.piecesFolder]) {
      for (const name of await readdir(folder).catch(() => [])) {
        const path = join(folder, name);
        if (!(await isFileOlder(path, ageMs))) continue;
        await rm(path, { force: true });
        removedFileNames.push(name);
      }
    }
    return removedFileNames;
  }
}

async function isFileOlder(path: string, ageMs: number): Promise<boolean> {
  const entry = await stat(path).catch(() => null);
  return entry?.isFile() === true && Date.now() - entry.mtimeMs > ageMs;
}

function createSizeLimit({ bytes, errorCode }: FileSizeLimit): Transform {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _, onChunkHandled) {
      size += chunk.length;
      if (size > bytes) onChunkHandled(new AppError(errorCode));
      else onChunkHandled(null, chunk);
    },
  });
}

/** Flushes a file to the disk. After that, bytes that the server has confirmed to a client survive a power failure. */
export async function syncToDisk(path: string): Promise<void> {
  const fileHandle = await open(path, "r+");
  try {
    await fileHandle.sync();
  } finally {
    await fileHandle.close();
  }
}
