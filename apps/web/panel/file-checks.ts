import type { ExpectedAnswer } from "@kakehashi/contract/bot-visitor-shapes";

/** A visitor's file has at most this many bytes. The contract has the same limit as `visitorFileLimits.megabytes`. */
const maximumBytes = 25 * 1024 * 1024;

type FileLimits = Pick<ExpectedAnswer, "maximum" | "categories">;

/** Returns the file category that the contract uses, such as `image`, for a media type such as `image/png`. */
const readFileKind = (type: string) => {
  const kind = type.split("/")[0];
  return kind === "image" || kind === "video" || kind === "audio" ? kind : "application";
};

/**
 * Returns the `accept` attribute of a file input for these categories of files. Null if all files can be chosen: the
 * list is empty, or it contains `application`, the category of all other files, which the attribute cannot express.
 */
export const createAcceptAttribute = (fileLimits: FileLimits | null): string | null => {
  const kinds = fileLimits?.categories ?? [];
  return kinds.length === 0 || kinds.includes("application") ? null : kinds.map((kind) => `${kind}/*`).join();
};

/**
 * Returns why a file cannot be sent: a text key, and the size limit in megabytes, formatted for the locale. Null if it
 * can be sent.
 */
export function findFileRefusal(
  { size, type }: Pick<File, "size" | "type">,
  fileLimits: FileLimits | null,
  locale: string,
): { text: "fileEmpty" | "fileTooLarge" | "fileKind"; megabytes: string } | null {
  const maximumSize = Math.min(maximumBytes, Number(fileLimits?.maximum ?? maximumBytes));
  const kinds = fileLimits?.categories ?? [];
  const text =
    size === 0
      ? "fileEmpty"
      : size > maximumSize
        ? "fileTooLarge"
        : kinds.length > 0 && !kinds.includes(readFileKind(type))
          ? "fileKind"
          : null;
  return (
    text && { text, megabytes: (Math.floor((10 * maximumSize) / 1024 / 1024) / 10).toLocaleString(locale) }
  );
}
