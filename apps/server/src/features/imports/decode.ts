import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { maximumUnpackedImportBytes } from "@kakehashi/contract/imports";
import { ImportProblem } from "./problem.ts";

/** Opens the uploaded file for reading. Each call starts at the first byte. */
export type OpenFile = () => Promise<Readable>;

export interface DecodedFile {
  /** The name by which people know the encoding, such as `UTF-8` or `Shift_JIS`. */
  encoding: string;
  /** The beginning of the text. */
  openingText: string;
  /** Yields the text in pieces. Calls `onProgress` with the number of bytes read so far from the uploaded file. */
  read(onProgress: (bytes: number) => void): AsyncGenerator<string>;
}

/** How many bytes from the beginning of a file are read to detect its type. */
const typeDetectionBytes = 64 * 1024;
/** How many bytes of a file are read to guess its encoding, if the file does not name one. */
const encodingSampleBytes = 256 * 1024;
/** Maximum ratio of unpacked to packed bytes. Normal texts reach a ratio of about thirty, zip bombs a thousand. */
const maximumUnpackRatio = 200;
/** The ratio of unpacked to packed bytes is checked only for files with more unpacked bytes than this. */
const unpackRatioCheckMinimumBytes = 100_000_000;
/** The encodings to try if a file names none and is not valid UTF-8. */
const encodingsToGuess = ["euc-jp", "shift_jis"] as const;
/**
 * Minimum share of kana among a text's non-ASCII characters. With a smaller share, the text does not count as Japanese:
 * decoding with a wrong encoding gives hardly any kana.
 */
const minimumKanaShare = 0.15;
const encodingNames = new Map([
  ["utf-8", "UTF-8"],
  ["utf-16le", "UTF-16LE"],
  ["utf-16be", "UTF-16BE"],
  ["shift_jis", "Shift_JIS"],
  ["euc-jp", "EUC-JP"],
  ["iso-2022-jp", "ISO-2022-JP"],
]);
const findEncodingName = (label: string) => encodingNames.get(label) ?? label;

/** Yields the file's bytes. If the file is a gzip file, yields the unpacked bytes. */
async function* readFileBytes(openFile: OpenFile, onRead: (bytes: number) => void): AsyncGenerator<Buffer> {
  const file = await openFile();
  let readByteCount = 0;
  async function* readCountedChunks(): AsyncGenerator<Buffer> {
    for await (const chunk of file as AsyncIterable<Buffer>) {
      readByteCount += chunk.length;
      yield chunk;
      onRead(readByteCount);
    }
  }
  try {
    const chunks = readCountedChunks();
    const firstChunk = await chunks.next();
    if (firstChunk.done) return;
    async function* readAllChunks(): AsyncGenerator<Buffer> {
      yield firstChunk.value as Buffer;
      yield* chunks;
    }
    if (firstChunk.value[0] === 0x1f && firstChunk.value[1] === 0x8b)
      yield* unpackGzip(readAllChunks(), () => readByteCount);
    else yield* readAllChunks();
  } finally {
    file.destroy();
  }
}

/** Unpacks the chunks of a gzip file. `countPackedBytes` returns the number of packed bytes read so far. */
async function* unpackGzip(
  chunks: AsyncGenerator<Buffer>,
  countPackedBytes: () => number,
): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  let unpackedByteCount = 0;
  // Errors of the source stream also reach the loop below, which throws them. So the rejection is ignored here.
  pipeline(chunks, gunzip).catch(() => {});
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      unpackedByteCount += chunk.length;
      const isZipBomb =
        unpackedByteCount > unpackRatioCheckMinimumBytes &&
        unpackedByteCount > countPackedBytes() * maximumUnpackRatio;
      if (isZipBomb || unpackedByteCount > maximumUnpackedImportBytes)
        throw new ImportProblem("TOO_LARGE", null, "gzip");
      yield chunk;
    }
  } catch (error) {
    // zlib's codes for broken data are Z_DATA_ERROR and Z_BUF_ERROR.
    if (error instanceof Error && "code" in error && String(error.code).startsWith("Z_"))
      throw new ImportProblem("FORMAT", null, "gzip");
    throw error;
  } finally {
    gunzip.destroy();
  }
}

async function readFirstBytes(openFile: OpenFile, bytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of readFileBytes(openFile, () => {})) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= bytes) break;
  }
  return Buffer.concat(chunks).subarray(0, bytes);
}

/**
 * Returns the encoding that a file's byte order mark or XML declaration names. Null if the file has neither.
 */
function findNamedEncoding(startBytes: Buffer): string | null {
  if (startBytes[0] === 0xef && startBytes[1] === 0xbb && startBytes[2] === 0xbf) return "utf-8";
  if (startBytes[0] === 0xff && startBytes[1] === 0xfe) return "utf-16le";
  if (startBytes[0] === 0xfe && startBytes[1] === 0xff) return "utf-16be";
  if (startBytes[0] === 0x3c && startBytes[1] === 0) return "utf-16le";
  if (startBytes[0] === 0 && startBytes[1] === 0x3c) return "utf-16be";
  const declaredLabel = /^\s*<\?xml[^>]{0,200}?\sencoding\s*=\s*["']([^"']{1,40})["']/.exec(
    startBytes.toString("latin1"),
  )?.[1];
  // The XML declaration was read as ASCII, so the file cannot be UTF-16, even if the declaration says so.
  if (declaredLabel === undefined || /^utf-?16/i.test(declaredLabel)) return null;
  try {
    return new TextDecoder(declaredLabel).encoding;
  } catch {
    throw new ImportProblem("ENCODING", 1, declaredLabel);
  }
}

/**
 * Finds the first bytes of a file that are invalid in an encoding. Returns their line, and a sample that contains them,
 * from which the encoding can be guessed. Returns null if the whole file is valid.
 */
async function findFirstInvalidBytes(
  openFile: OpenFile,
  label: string,
): Promise<{ line: number; sample: Buffer } | null> {
  const strictDecoder = new TextDecoder(label, { fatal: true });
  const lenientDecoder = new TextDecoder(label);
  let line = 1;
  let sample: Buffer | null = null;
  for await (const chunk of readFileBytes(openFile, () => {})) {
    if (sample) {
      sample = Buffer.concat([sample, chunk]);
      if (sample.length >= encodingSampleBytes) break;
      continue;
    }
    // With `stream: true`, the decoder holds back the bytes of a character that is split between two chunks.
    const text = lenientDecoder.decode(chunk, { stream: true });
    try {
      strictDecoder.decode(chunk, { stream: true });
      line += countLines(text);
    } catch {
      line += countLines(text.slice(0, Math.max(0, text.indexOf("\uFFFD"))));
      sample = chunk;
    }
  }
  if (sample) return { line, sample };
  try {
    strictDecoder.decode();
    return null;
  } catch {
    return { line, sample: Buffer.alloc(0) };
  }
}

function countLines(text: string): number {
  let count = 0;
  for (
    let lineBreakIndex = text.indexOf("\n");
    lineBreakIndex >= 0;
    lineBreakIndex = text.indexOf("\n", lineBreakIndex + 1)
  )
    count++;
  return count;
}

/**
 * Returns the share of kana in a sample. Half-width kana get a low weight, because text that is decoded with the wrong
 * encoding is full of them.
 */
function computeKanaShare(sample: Buffer, label: string): number {
  const text = new TextDecoder(label).decode(sample);
  const countMatches = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const kanaCount = countMatches(/[\u3041-\u30fa]/g) + countMatches(/[\uff66-\uff9f]/g) / 4;
  return kanaCount / Math.max(1, countMatches(/\P{ASCII}/gu));
}

/**
 * Returns the most likely Japanese encoding of these bytes. Null if none of the encodings gives Japanese
 * text.
 */
function guessEncoding(sample: Buffer): string | null {
  const [bestEncoding] = encodingsToGuess
    .map((label) => ({ label, kanaShare: computeKanaShare(sample, label) }))
    .sort((a, b) => b.kanaShare - a.kanaShare);
  return bestEncoding && bestEncoding.kanaShare >= minimumKanaShare ? bestEncoding.label : null;
}

/**
 * Finds a file's encoding. Reads the whole file once to validate it, so that no import fails halfway because
 * of the encoding. Throws `ImportProblem`.
 */
export async function decodeFile(openFile: OpenFile): Promise<DecodedFile> {
  const startBytes = await readFirstBytes(openFile, typeDetectionBytes);
  const declaredEncoding = findNamedEncoding(startBytes);
  // A file that contains bytes with the value zero is an archive, a picture or a spreadsheet. UTF-16 text also contains
  // such bytes, but it was detected above.
  if (!declaredEncoding?.startsWith("utf-16") && startBytes.includes(0)) throw new ImportProblem("FORMAT");
  let label = declaredEncoding ?? "utf-8";
  let firstInvalidBytes = await findFirstInvalidBytes(openFile, label);
  if (firstInvalidBytes && declaredEncoding === null) {
    label = guessEncoding(firstInvalidBytes.sample) ?? label;
    if (label !== "utf-8") firstInvalidBytes = await findFirstInvalidBytes(openFile, label);
  }
  if (firstInvalidBytes) throw new ImportProblem("ENCODING", firstInvalidBytes.line, findEncodingName(label));
  return {
    encoding: findEncodingName(label),
    openingText: new TextDecoder(label).decode(startBytes),
    async *read(onRead) {
      const decoder = new TextDecoder(label);
      for await (const chunk of readFileBytes(openFile, onRead))
        yield decoder.decode(chunk, { stream: true });
      yield decoder.decode();
    },
  };
}
