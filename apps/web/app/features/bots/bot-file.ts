import type { ExportedBotFile } from "@kakehashi/contract/flows/file";
import type { Language } from "@kakehashi/contract/languages";

/**
 * An exported bot file has at most this many bytes. The contract has the same number as `maximumExportedBotBytes`.
 * Importing it from there would load the contract's large schemas, which are needed only when a file is checked.
 */
export const maximumBotExportBytes = 5_000_000;

/** A field with an error in an exported bot file. Its `path` is for example `flows.0.flow.groups.2.blocks.1.text`. */
export interface InvalidBotFileField {
  readonly path: string;
  readonly errorText: string;
}

type ReadBotFileResult =
  | { readonly body: ExportedBotFile }
  | {
      readonly refusal: "large" | "json" | "format" | "version" | "fields";
      readonly fields: readonly InvalidBotFileField[];
    };

/**
 * Reads an exported bot file and checks it in the same way as the server. Refuses a file that is too large without
 * reading it.
 */
export async function readBotFile(file: Blob, language: Language): Promise<ReadBotFileResult> {
  if (file.size > maximumBotExportBytes) return { refusal: "large", fields: [] };
  let content: unknown;
  try {
    content = JSON.parse(await file.text());
  } catch {
    return { refusal: "json", fields: [] };
  }
  const [{ exportedBotFileSchema, exportedBotFormat, exportedBotVersion }, { formatFieldErrors }] =
    await Promise.all([
      import("@kakehashi/contract/schemas/flows/file"),
      import("@kakehashi/contract/kit/validation"),
    ]);
  const { format, version } = (typeof content === "object" && content) as {
    format?: unknown;
    version?: unknown;
  };
  if (format !== exportedBotFormat) return { refusal: "format", fields: [] };
  if (version !== exportedBotVersion) return { refusal: "version", fields: [] };
  const parseResult = exportedBotFileSchema.safeParse(content);
  if (parseResult.success) return { body: parseResult.data };
  const texts = formatFieldErrors(parseResult.error.issues, language);
  return {
    refusal: "fields",
    fields: Object.entries(texts).map(([path, text]) => ({ path, errorText: text })),
  };
}
