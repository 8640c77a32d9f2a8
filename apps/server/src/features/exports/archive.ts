import { createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** One file of an archive, opened when its turn comes. */
export interface Part {
  readonly path: string;
  /** Left as it is: pictures and films do not get any smaller. */
  readonly packed?: boolean;
  open(): Promise<Readable>;
}

/**
 * Writes parts into a zip file at `path`, one after the other, holding no more than a few buffers of any; answers its
 * bytes. `written` hears of each part that has begun.
 */
export async function writeArchive(
  path: string,
  parts: readonly Part[],
  written: (count: number) => void,
): Promise<number> {
  // Loaded where it is used: few people ask for their data.
  const { ZipFile } = await import("yazl");
  const zip = new ZipFile();
  let count = 0;
  for (const part of parts) {
    zip.addReadStreamLazy(part.path, { compress: !part.packed }, (done) => {
      written(count++);
      part.open().then((stream) => {
        // The library hears of what it reads only when it ends; a stream that breaks has to break the archive.
        stream.on("error", (error) => (zip.outputStream as Readable).destroy(error));
        done(null, stream);
      }, done);
    });
  }
  zip.on("error", (error) => zip.outputStream.destroy(error));
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path, { flags: "wx" }));
  return (await stat(path)).size;
}

/** Rows as a JSON array, a row a line, however many there are. */
export function jsonArray(rows: AsyncIterable<object>): Readable {
  async function* lines() {
    let first = true;
    for await (const row of rows) {
      yield `${first ? "[\n" : ",\n"}${JSON.stringify(row)}`;
      first = false;
    }
    yield first ? "[]\n" : "\n]\n";
  }
  return Readable.from(lines());
}

export const jsonDocument = (value: unknown): Readable =>
  Readable.from([`${JSON.stringify(value, null, 2)}\n`]);
