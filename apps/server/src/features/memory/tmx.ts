import type { UnitRow } from "./store.ts";

/** What XML 1.0 cannot hold, not even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const unwritable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;
const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  // A reader turns a bare carriage return into a line feed.
  "\r": "&#13;",
};

const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(unwritable, "\uFFFD")
    .replace(/[&<>"\r]/g, (sign) => entities[sign] ?? sign);

/** A moment as TMX writes it: 20261125T064500Z. */
const stampOf = (moment: Date) => moment.toISOString().replace(/[-:]|\.\d+/g, "");

const tuv = (language: string, text: string) =>
  `      <tuv xml:lang="${language}"><seg>${escaped(text)}</seg></tuv>\n`;

/** The document piece by piece: a million pairs are never in memory together. */
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
          `    <tu tuid="${unit.id}" srclang="${unit.source_language}" changedate="${stampOf(unit.updated_at)}">\n` +
          `      <prop type="x-approved">${unit.approved ? "yes" : "no"}</prop>\n` +
          tuv(unit.source_language, unit.source) +
          tuv(unit.target_language, unit.target) +
          "    </tu>\n",
      )
      .join("");
  yield "  </body>\n</tmx>\n";
}
