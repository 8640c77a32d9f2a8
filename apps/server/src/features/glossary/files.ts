import { languages } from "@kakehashi/contract/languages";
import { csvByteOrderMark, formatCsvRow } from "../../kit/text/csv.ts";
import { escapeXml } from "../../kit/text/xml.ts";
import type { GlossaryEntryRow } from "./store.ts";

/** The CSV columns have the names of the API's fields, so that programs can read the file and an import accepts it. */
const glossaryColumns = [...languages, "note", "do_not_translate"] as const;

export function* formatGlossaryCsv(entries: readonly GlossaryEntryRow[]): Generator<string> {
  yield csvByteOrderMark + formatCsvRow(glossaryColumns);
  for (const entry of entries) yield formatCsvRow(glossaryColumns.map((column) => entry[column]));
}

/**
 * The TBX-Basic format of 2008, which most translation tools read. The format cannot mark a name as untranslated, so
 * such a name is written as the term of every language.
 */
export function* formatGlossaryTbx(entries: readonly GlossaryEntryRow[]): Generator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE martif SYSTEM "TBXBasiccoreStructV02.dtd">
<martif type="TBX-Basic" xml:lang="en">
  <martifHeader>
    <fileDesc><sourceDesc><p>Glossary of Kakehashi</p></sourceDesc></fileDesc>
    <encodingDesc><p type="XCSURI">TBXBasicXCSV02.xcs</p></encodingDesc>
  </martifHeader>
  <text><body>
`;
  for (const entry of entries) yield formatTbxEntry(entry);
  yield "  </body></text>\n</martif>\n";
}

function formatTbxEntry(entry: GlossaryEntryRow): string {
  const name = entry.do_not_translate ? (entry.en ?? entry.vi ?? entry.ja) : null;
  const languageSections = languages.flatMap((language) => {
    const term = name ?? entry[language];
    return term === null
      ? []
      : [`      <langSet xml:lang="${language}"><tig><term>${escapeXml(term)}</term></tig></langSet>\n`];
  });
  const noteElement = entry.note === "" ? "" : `      <note>${escapeXml(entry.note)}</note>\n`;
  // An XML id must begin with a letter, but the entry's id may begin with a digit. So a letter is put before it.
  return `    <termEntry id="t${entry.id}">\n${noteElement}${languageSections.join("")}    </termEntry>\n`;
}
