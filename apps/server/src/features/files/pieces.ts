import { createWriteStream } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { FileStore } from "@tus/file-store";

/**
 * Where files grow piece by piece. Unlike the library's own it says what went wrong: a full disk is one that may have
 * room later. What a broken piece wrote stays, and the next one goes on after it.
 */
export class PieceStore extends FileStore {
  constructor(directory: string) {
    // Without tus's own expiry: it looks for the file once more after it has become one of ours, and finds it gone.
    super({ directory });
  }

  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const target = createWriteStream(join(this.directory, id), { flags: "r+", start: offset });
    await pipeline(readable, target);
    return offset + target.bytesWritten;
  }
}
