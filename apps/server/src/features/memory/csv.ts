import { csvByteOrderMark, formatCsvRow } from "../../kit/text/csv.ts";
import type { TranslationPairRow } from "./store.ts";

/** The CSV columns have the names of the API's fields, so that programs can read the file and an import accepts it. */
const memoryColumns = [
  "source_language",
  "target_language",
  "source",
  "target",
  "approved",
  "updated_at",
] as const;

/** Yields the CSV text in parts. The text for a million translation pairs would be too large for the server's RAM. */
export async function* formatMemoryCsv(
  batches: AsyncIterable<readonly TranslationPairRow[]>,
): AsyncGenerator<string> {
  yield csvByteOrderMark + formatCsvRow(memoryColumns);
  for await (const batch of batches)
    yield batch
      .map((unit) =>
        formatCsvRow([
          unit.source_language,
          unit.target_language,
          unit.source,
          unit.target,
          unit.approved,
          unit.updated_at.toISOString(),
        ]),
      )
      .join("");
}
