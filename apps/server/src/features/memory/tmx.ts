import { escapeXml } from "../../kit/text/xml.ts";
import type { TranslationPairRow } from "./store.ts";

/** Formats a time for TMX, for example as 20261125T064500Z. */
const formatTmxTime = (tmxTime: Date) => tmxTime.toISOString().replace(/[-:]|\.\d+/g, "");

const formatTuvElement = (language: string, text: string) =>
  `      <tuv xml:lang="${language}"><seg>${escapeXml(text)}</seg></tuv>\n`;

/** Yields the TMX text in parts. The text for a million translation pairs would be too large for the server's RAM. */
export async function* formatMemoryTmx(
  batches: AsyncIterable<readonly TranslationPairRow[]>,
): AsyncGenerator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE tmx SYSTEM "tmx14.dtd">
<tmx version="1.4">
  <header creationtool="Kakehashi" creationtoolversion="1" segtype="block" o-tmf="Kakehashi" adminlang="en" srclang="*all*" datatype="plaintext"/>
  <body>
`;
  for await (const batch of batches)
    yield batch
      .map(
        (unit) =>
          `    <tu tuid="${unit.id}" srclang="${unit.source_language}" changedate="${formatTmxTime(unit.updated_at)}">\n` +
          `      <prop type="x-approved">${unit.approved ? "yes" : "no"}</prop>\n` +
          formatTuvElement(unit.source_language, unit.source) +
          formatTuvElement(unit.target_language, unit.target) +
          "    </tu>\n",
      )
      .join("");
  yield "  </body>\n</tmx>\n";
}
