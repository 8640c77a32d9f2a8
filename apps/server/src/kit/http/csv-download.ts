import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { DownloadAnswer } from "./download.ts";

/** Returns a table as a CSV file that the browser saves. `name` is the file's name without its extension. */
export function createCsvDownload(name: string, csv: string): DownloadAnswer {
  const bytes = Buffer.from(csv);
  return new DownloadAnswer({
    etag: createHash("sha256").update(bytes).digest("base64url"),
    type: "text/csv; charset=utf-8",
    size: null,
    name: `${name}.csv`,
    inline: false,
    open: async () => Readable.from([bytes]),
  });
}
