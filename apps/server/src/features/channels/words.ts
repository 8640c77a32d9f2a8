import type { Language } from "@kakehashi/contract/languages";
import type { OutsideFile } from "../files/service.ts";
import type { StoredEvent } from "./event-store.ts";

const lines = (...parts: (string | null)[]): string =>
  parts.filter((part) => part !== null && part !== "").join("\n");

const notLoaded: Readonly<Record<Language, (name: string | null) => string>> = {
  en: (name) => (name === null ? "A file could not be loaded." : `A file could not be loaded: ${name}`),
  vi: (name) => (name === null ? "Không tải được một tệp." : `Không tải được tệp: ${name}`),
  ja: (name) =>
    name === null ? "ファイルを読み込めませんでした。" : `ファイルを読み込めませんでした：${name}`,
};

/**
 * Returns what a person wrote or sent, as text in their language. A place becomes a link to a map, and a file that is not
 * among the stored ones a sentence.
 */
export function wordsOf(
  event: Extract<StoredEvent, { type: "message" | "echo" }>,
  files: readonly OutsideFile[],
  language: Language,
): string {
  const stored = new Map(files.map((file) => [file.position, file]));
  const missing = event.attachments.flatMap(({ name }, position) => {
    const file = stored.get(position);
    return file?.state === "STORED" ? [] : [notLoaded[language](file?.name ?? name)];
  });
  const location = event.type === "message" ? event.location : null;
  const place =
    location && `https://www.openstreetmap.org/?mlat=${location.latitude}&mlon=${location.longitude}`;
  return lines(event.text, ...missing, place);
}
