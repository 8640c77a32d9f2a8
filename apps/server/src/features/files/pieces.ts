import { createWriteStream } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { FileStore } from "@tus/file-store";

/**
 * Stores the pieces of resumable uploads. A full disk is reported as a separate error, so that the client tries again
 * when there is space. After a broken piece, the upload continues at the last stored byte.
 */
export class UploadPieceStore extends FileStore {
  constructor(directory: string) {
    // The tus library's expiry is off: it would look for files that the server has already moved.
    super({ directory });
  }

  override async write(pieceStream: Readable, id: string, offset: number): Promise<number> {
    const target = createWriteStream(join(this.directory, id), { flags: "r+", start: offset });
    await pipeline(pieceStream, target);
    return offset + target.bytesWritten;
  }
}
