import { open } from "node:fs/promises";
import type { FileCategory } from "@kakehashi/contract/files";

/** How many bytes of a file to read to distinguish text from binary data. */
const textSampleBytes = 64 * 1024;

/** Image types that browsers can show and the server can resize. */
const pictureTypes = new Set([
  "image/png",
  "image/apng",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/avif",
]);
/**
 * Media types of audio and video files that browsers can usually play. Whether a file really plays depends on its codec
 * and the browser.
 */
const playableTypes = new Map<string, FileCategory>([
  ["video/mp4", "video"],
  ["video/x-m4v", "video"],
  ["video/quicktime", "video"],
  ["video/webm", "video"],
  ["video/matroska", "video"],
  ["video/ogg", "video"],
  ["audio/mpeg", "audio"],
  ["audio/mp4", "audio"],
  ["audio/x-m4a", "audio"],
  ["audio/aac", "audio"],
  ["audio/ogg", "audio"],
  ["audio/opus", "audio"],
  ["audio/wav", "audio"],
  ["audio/flac", "audio"],
  ["audio/webm", "audio"],
]);

/** Detects the media type by the file's content. Ignores the file's name. */
export async function detectType(path: string): Promise<string> {
  // Imports the detection library when the first file arrives, so that the server starts faster.
  const { fileTypeFromFile } = await import("file-type");
  const detectedType = await fileTypeFromFile(path);
  // A file that is detected as plain XML may be an SVG, which can run scripts. So the code below determines its type
  // from the text of the file.
  if (detectedType && detectedType.mime !== "application/xml")
    return detectedType.mime.split(";")[0] ?? detectedType.mime;
  return detectTextType(await readStartOfFile(path));
}

export function fileCategoryOf(type: string): FileCategory {
  return pictureTypes.has(type) ? "image" : (playableTypes.get(type) ?? "application");
}

/**
 * Whether a browser may display the file on our domain. Other types are only downloaded: HTML, SVG, XML with style
 * sheets and PDF may contain scripts, and browsers may run further types in the future.
 */
export function mayShowInline(type: string): boolean {
  return fileCategoryOf(type) !== "application" || type === "text/plain";
}

async function readStartOfFile(path: string): Promise<Buffer> {
  const fileHandle = await open(path);
  try {
    const buffer = Buffer.alloc(textSampleBytes);
    const { bytesRead } = await fileHandle.read(buffer, 0, textSampleBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await fileHandle.close();
  }
}

function detectTextType(startBytes: Buffer): string {
  const text = readText(startBytes);
  if (text === null) return "application/octet-stream";
  const startOfText = text.replace(/^\ufeff/, "").slice(0, 4096);
  if (/<svg[\s>]/i.test(startOfText)) return "image/svg+xml";
  if (/^\s*<\?xml/i.test(startOfText)) return "application/xml";
  return /<(?:!doctype|html|head|body|script|iframe|title|style|link|meta|img|form|a|div|table)[\s>/]/i.test(
    startOfText,
  )
    ? "text/html"
    : "text/plain";
}

/**
 * Decodes the beginning of a file as text. Null if it is not UTF-8. A last character that is cut off does not matter.
 */
function readText(startBytes: Buffer): string | null {
  if (startBytes.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(startBytes, { stream: true });
  } catch {
    return null;
  }
}
