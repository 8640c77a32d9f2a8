import { createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { replaceDeletedNameMarks } from "@kakehashi/contract/deleted-names";
import type { Language } from "@kakehashi/contract/languages";

/** One file of a zip archive, opened only when it is written. */
export interface ArchiveFile {
  readonly path: string;
  /**
   * True for a file that is already compressed, such as a picture or a video. The archive stores such a file unchanged,
   * because compressing it again would not make it smaller.
   */
  readonly isAlreadyCompressed?: boolean;
  open(): Promise<Readable>;
}

/**
 * Writes files into a zip archive at `path`, one after the other, so that little memory is used. Returns the archive's
 * size in bytes. Before each file, calls `onWritten` with the number of files that are already written.
 */
export async function writeZipArchive(
  path: string,
  archiveFiles: readonly ArchiveFile[],
  onWritten: (count: number) => void,
): Promise<number> {
  // The zip library is loaded on first use, because few people request an export.
  const { ZipFile } = await import("yazl");
  const zipFile = new ZipFile();
  let count = 0;
  for (const archiveFile of archiveFiles) {
    zipFile.addReadStreamLazy(
      archiveFile.path,
      { compress: !archiveFile.isAlreadyCompressed },
      (provideStream) => {
        onWritten(count++);
        archiveFile.open().then((stream) => {
          // The zip library ignores errors of this stream. With this handler, such an error makes the whole archive fail.
          stream.on("error", (error) => (zipFile.outputStream as Readable).destroy(error));
          provideStream(null, stream);
        }, provideStream);
      },
    );
  }
  zipFile.on("error", (error) => zipFile.outputStream.destroy(error));
  zipFile.end();
  await pipeline(zipFile.outputStream, createWriteStream(path, { flags: "wx" }));
  return (await stat(path)).size;
}

/** Streams rows as a JSON array, one row per line. Names of deleted people are shown in the given language. */
export function streamJsonArray(rows: AsyncIterable<object>, deletedNamesLanguage: Language): Readable {
  async function* generateArrayLines() {
    let isFirstRow = true;
    for await (const row of rows) {
      yield `${isFirstRow ? "[\n" : ",\n"}${replaceDeletedNameMarks(JSON.stringify(row), deletedNamesLanguage)}`;
      isFirstRow = false;
    }
    yield isFirstRow ? "[]\n" : "\n]\n";
  }
  return Readable.from(generateArrayLines());
}

export const streamJsonDocument = (value: unknown, deletedNamesLanguage: Language): Readable =>
  Readable.from([`${replaceDeletedNameMarks(JSON.stringify(value, null, 2), deletedNamesLanguage)}\n`]);
