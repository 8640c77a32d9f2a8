import type { ImportFormat, ImportTarget } from "@kakehashi/contract/imports";
import { decodeFile, type OpenFile } from "./decode.ts";
import type { FileTerm, FileTranslationPair, ImportItem } from "./item.ts";
import { readPairsCsv } from "./pairs-csv.ts";
import { ImportProblem } from "./problem.ts";
import { readTbx } from "./tbx.ts";
import { readTermsCsv } from "./terms-csv.ts";
import { readTmx } from "./tmx.ts";

/** The type of an imported unit for each target: a translation pair for the memory, a term for the glossary. */
export interface UnitByImportTarget {
  memory: FileTranslationPair;
  glossary: FileTerm;
}

export interface ImportFile<T> {
  format: ImportFormat;
  encoding: string;
  /**
   * Yields the units in the order of the file. Calls `onProgress` with the number of bytes read so far. Throws
   * `ImportProblem`.
   */
  readItems(onProgress: (bytes: number) => void): AsyncGenerator<ImportItem<T>[]>;
}

const readersByTarget: {
  [T in ImportTarget]: {
    xmlFormat: ImportFormat;
    readXml(pieces: AsyncIterable<string>): AsyncGenerator<ImportItem<UnitByImportTarget[T]>[]>;
    readCsv(pieces: AsyncIterable<string>, head: string): AsyncGenerator<ImportItem<UnitByImportTarget[T]>[]>;
  };
} = {
  memory: { xmlFormat: "TMX", readXml: readTmx, readCsv: readPairsCsv },
  glossary: { xmlFormat: "TBX", readXml: readTbx, readCsv: readTermsCsv },
};

/**
 * Detects the format of an import file by its content. Throws `ImportProblem` if the file cannot be imported.
 */
export async function openImportFile<T extends ImportTarget>(
  target: T,
  openFile: OpenFile,
): Promise<ImportFile<UnitByImportTarget[T]>> {
  const { encoding, openingText, read } = await decodeFile(openFile);
  const reader = readersByTarget[target];
  if (openingText.trim() === "") throw new ImportProblem("FORMAT");
  if (openingText.trimStart().startsWith("<"))
    return { format: reader.xmlFormat, encoding, readItems: (onRead) => reader.readXml(read(onRead)) };
  return { format: "CSV", encoding, readItems: (onRead) => reader.readCsv(read(onRead), openingText) };
}
