import { createWriteStream } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { FileStore } from "@tus/file-store";

/**
 * Stores the pieces of resumable uploads. Reports a full disk as a separate error, so that the client retries when
 * there is free space. If a connection breaks within a piece, the upload continues after the last stored byte.
 */
export class UploadPieceStore extends FileStore {
  constructor(directory: string) {
    // Uploads get no expiry date from the tus library. Otherwise the library would look for files that the server has
    // moved.
    super({ directory });
  }

  override async write(pieceStream: Readable, id: string, offset: number): Promise<number> {
    const target = createWriteStream(join(this.directory, id), { flags: "r+", start: offset });
    await pipeline(pieceStream, target);
    return offset + target.bytesWritten;
  }
}
