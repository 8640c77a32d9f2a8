import { escapeXml } from "../../kit/text/xml.ts";
import type { UnitRow } from "./store.ts";

/** Formats a time for TMX, for example as 20261125T064500Z. */
const tmxTimeOf = (tmxTime: Date) => tmxTime.toISOString().replace(/[-:]|\.\d+/g, "");

const tuvElement = (language: string, text: string) =>
  `      <tuv xml:lang="${language}"><seg>${escapeXml(text)}</seg></tuv>\n`;

/** Yields the TMX text in parts, because a file of a million translation pairs is too large for memory. */
export async function* tmxOf(batches: AsyncIterable<readonly UnitRow[]>): AsyncGenerator<string> {
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
          `    <tu tuid="${unit.id}" srclang="${unit.source_language}" changedate="${tmxTimeOf(unit.updated_at)}">\n` +
          `      <prop type="x-approved">${unit.approved ? "yes" : "no"}</prop>\n` +
          tuvElement(unit.source_language, unit.source) +
          tuvElement(unit.target_language, unit.target) +
          "    </tu>\n",
      )
      .join("");
  yield "  </body>\n</tmx>\n";
}
