import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import type { ImportTarget } from "@kakehashi/contract/imports";
import { expect, test } from "vitest";
import type { ImportItem } from "./item.ts";
import { ImportProblem } from "./problem.ts";
import { openImportFile, type UnitByImportTarget } from "./reader.ts";

interface ReadResult<T> {
  format: string | null;
  encoding: string | null;
  units: T[];
  /** Each skipped unit as `line reason detail`, such as `3 EMPTY null`. */
  skippedUnits: string[];
  /** The problem as `line code detail`, such as `null FORMAT gzip`. */
  problem: string | null;
}

function* splitIntoPieces(bytes: Buffer, pieceBytes: number): Generator<Buffer> {
  for (let startOffset = 0; startOffset < bytes.length; startOffset += pieceBytes)
    yield bytes.subarray(startOffset, startOffset + pieceBytes);
}

/** Reads a whole file that arrives in pieces of `pieceBytes` bytes. */
async function readWholeFile<T extends ImportTarget>(
  target: T,
  bytes: Buffer | string,
  pieceBytes = 1_000,
): Promise<ReadResult<UnitByImportTarget[T]>> {
  const fileBytes = Buffer.from(bytes as string);
  const result: ReadResult<UnitByImportTarget[T]> = {
    format: null,
    encoding: null,
    units: [],
    skippedUnits: [],
    problem: null,
  };
  try {
    const file = await openImportFile(target, async () =>
      Readable.from(splitIntoPieces(fileBytes, pieceBytes)),
    );
    result.format = file.format;
    result.encoding = file.encoding;
    for await (const itemBatch of file.readItems(() => {}))
      for (const item of itemBatch as ImportItem<UnitByImportTarget[T]>[])
        if (item.kind === "unit") result.units.push(item.unit);
        else result.skippedUnits.push(`${item.line} ${item.reason} ${item.detail}`.trim());
  } catch (error) {
    if (!(error instanceof ImportProblem)) throw error;
    result.problem = `${error.line} ${error.code} ${error.detail}`.trim();
  }
  return result;
}

const tmxFile = (body: string, { srclang = "ja", before = '<?xml version="1.0"?>\n' } = {}) =>
  `${before}<!DOCTYPE tmx SYSTEM "tmx14.dtd">\n<tmx version="1.4"><header srclang="${srclang}"/><body>\n${body}\n</body></tmx>`;
const createTuvXml = (language: string, text: string) =>
  `<tuv xml:lang="${language}"><seg>${text}</seg></tuv>`;
const createTuXml = (...variants: string[]) => `<tu>${variants.join("")}</tu>`;
const greetingUnit = createTuXml(createTuvXml("ja", "こんにちは"), createTuvXml("en", "Hello"));

test("a TMX gives a pair for each other language of a unit, from the language of its originals", async () => {
  const { units, format, encoding, skippedUnits } = await readWholeFile(
    "memory",
    tmxFile(
      createTuXml(createTuvXml("ja-JP", "はい"), createTuvXml("en-US", "Yes"), createTuvXml("VI", "Vâng")),
    ),
  );
  expect([format, encoding, skippedUnits]).toEqual(["TMX", "UTF-8", []]);
  expect(units).toEqual([
    { from: "ja", to: "en", source: "はい", target: "Yes", approved: null },
    { from: "ja", to: "vi", source: "はい", target: "Vâng", approved: null },
  ]);
});

test("where any text may be the original there are pairs in all directions", async () => {
  const { units } = await readWholeFile("memory", tmxFile(greetingUnit, { srclang: "*all*" }));
  expect(units.map(({ from, to }) => `${from} ${to}`)).toEqual(["ja en", "en ja"]);
});

test("a unit's own language and approval come before the header's", async () => {
  const body = `<tu srclang="en"><prop type="x-approved">yes</prop><prop type="x-other">no</prop>${createTuvXml("ja", "一")}${createTuvXml("en", "one")}</tu>`;
  expect((await readWholeFile("memory", tmxFile(body))).units).toEqual([
    { from: "en", to: "ja", source: "one", target: "一", approved: true },
  ]);
});

test("skipped units are listed with their line and reason", async () => {
  const body = [
    createTuXml(createTuvXml("ja", "四"), createTuvXml("fr", "quatre")),
    createTuXml(createTuvXml("ja", "五"), createTuvXml("en", "  ")),
    createTuXml(createTuvXml("ja", "六")),
    createTuXml(createTuvXml("ja", "七"), createTuvXml("en", "x".repeat(100_000))),
    greetingUnit,
  ].join("\n");
  const { units, skippedUnits } = await readWholeFile("memory", tmxFile(body));
  expect(skippedUnits).toEqual(["4 LANGUAGE fr", "5 EMPTY en", "6 ONE_LANGUAGE ja", "7 TOO_LONG 100000"]);
  expect(units).toHaveLength(1);
});

test("codes of other programs leave their placeholders and line breaks in the text, and nothing else", async () => {
  const inlineElements =
    'Press <bpt i="1">&lt;b&gt;</bpt><hi type="x">OK</hi><ept i="1">&lt;/b&gt;</ept><ph>&lt;br/&gt;</ph>' +
    "at <ph>{0}</ph>, <it pos='begin'>\\i<sub>a note</sub></it><ph x='1'/><ut>%s</ut> <![CDATA[<now>]]>";
  const { units } = await readWholeFile(
    "memory",
    tmxFile(createTuXml(createTuvXml("ja", "押す"), createTuvXml("en", inlineElements))),
  );
  expect(units[0]?.target).toBe("Press OK\nat {0}, %s <now>");
});

test("half-width kana stay as they are, and combining forms are composed", async () => {
  const { units } = await readWholeFile(
    "memory",
    tmxFile(createTuXml(createTuvXml("ja", "ﾃｽﾄ か\u3099"), createTuvXml("vi", "thu\u031b\u0309"))),
  );
  expect(units[0]).toMatchObject({ source: "ﾃｽﾄ が", target: "thử" });
});

const refusedFiles: [name: string, file: string, problem: RegExp][] = [
  [
    "a bomb of entities",
    `<?xml version="1.0"?>\n<!DOCTYPE tmx [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>\n<tmx><body>${createTuXml(createTuvXml("ja", "&b;"), createTuvXml("en", "x"))}</body></tmx>`,
    /^2 ENTITIES/,
  ],
  [
    "an entity that reads a file",
    `<!DOCTYPE tmx [<!ENTITY a SYSTEM "file:///etc/passwd">]><tmx>&a;</tmx>`,
    /^1 ENTITIES/,
  ],
  ["a parameter entity", `<!DOCTYPE tmx [%remote;]><tmx/>`, /^1 ENTITIES/],
  [
    "an entity that nobody declared",
    tmxFile(`${greetingUnit}\n<tu>&bomb;</tu>`),
    /^5 SYNTAX undefined entity/,
  ],
  ["nesting without end", tmxFile("<a>".repeat(5_000)), /^4 TOO_DEEP/],
  ["a text without end", tmxFile(`<tu><tuv xml:lang="ja"><seg>${"あ".repeat(3_000_000)}`), /^4 TOO_LARGE/],
  [
    "a text without end, in pieces",
    tmxFile(`<tu><tuv xml:lang="ja"><seg>${`${"あ".repeat(500_000)}<!-- -->`.repeat(24)}`),
    /^4 TOO_LARGE/,
  ],
  ["an attribute without end", tmxFile(`<tu a="${"x".repeat(3_000_000)}"/>`), /^4 TOO_LARGE/],
  [
    "attributes without end",
    tmxFile(`<tu ${Array.from({ length: 200 }, (_, i) => `a${i}=""`).join(" ")}/>`),
    /^4 TOO_LARGE/,
  ],
  [
    "texts without end in a unit",
    tmxFile(createTuXml(...Array.from({ length: 200 }, () => createTuvXml("en", "x")))),
    /^4 TOO_LARGE/,
  ],
  ["another kind of XML", "<html><body/></html>", /^1 FORMAT html/],
  ["bytes of no text", "PK\u0003\u0004\u0000\u0000\u0000", /^null FORMAT/],
  ["nothing but spaces", "  \n", /^null FORMAT/],
  [
    "an encoding that nobody knows",
    tmxFile(greetingUnit, { before: '<?xml version="1.0" encoding="klingon"?>\n' }),
    /^1 ENCODING klingon/,
  ],
];
for (const [name, file, problem] of refusedFiles)
  test(`${name} is refused by its name`, async () => {
    expect((await readWholeFile("memory", file)).problem).toMatch(problem);
  });

test("the units before a broken place are read", async () => {
  const { units, problem } = await readWholeFile(
    "memory",
    tmxFile(`${greetingUnit}\n${greetingUnit}\n<tu></body>`),
  );
  expect(units).toHaveLength(2);
  expect(problem).toMatch(/^6 SYNTAX un/);
  const truncatedFile = tmxFile(`${greetingUnit}\n<tu>`).split("</body>")[0] ?? "";
  expect(await readWholeFile("memory", truncatedFile)).toMatchObject({
    units: [{}],
    problem: expect.stringMatching(/SYNTAX/),
  });
});

const japaneseFile = tmxFile(
  createTuXml(createTuvXml("ja", "日本語のテスト、ﾊﾝｶｸも"), createTuvXml("en", "A test")),
  {
    before: "",
  },
);
/**
 * Node's built-in encoders know only UTF-8 and UTF-16. So the tests have their own encoders for Shift_JIS and EUC-JP.
 */
const encodeShiftJis = (text: string) => encodeText("shift_jis", text);
const encodeEucJp = (text: string) => encodeText("euc-jp", text);

/** Encodes a text in a Japanese encoding. The table for this comes from decoding all sequences of one or two bytes. */
function encodeText(label: string, text: string): Buffer {
  const encodingTable = findEncodingTable(label);
  return Buffer.concat([...text].map((character) => encodingTable.get(character) ?? Buffer.from(character)));
}
const tableByEncoding = new Map<string, Map<string, Buffer>>();
function findEncodingTable(label: string): Map<string, Buffer> {
  const existingTable = tableByEncoding.get(label);
  if (existingTable) return existingTable;
  const decoder = new TextDecoder(label, { fatal: true });
  const table = new Map<string, Buffer>();
  const addCharacterToTable = (...bytes: number[]) => {
    try {
      const character = decoder.decode(Buffer.from(bytes));
      if ([...character].length === 1 && !table.has(character)) table.set(character, Buffer.from(bytes));
    } catch {
      // The decoder throws for bytes that are no character in this encoding. Skip these bytes.
    }
  };
  for (let asciiByte = 0; asciiByte < 256; asciiByte++) addCharacterToTable(asciiByte);
  for (let leadByte = 0x81; leadByte < 256; leadByte++)
    for (let secondByte = 0x40; secondByte < 256; secondByte++) addCharacterToTable(leadByte, secondByte);
  tableByEncoding.set(label, table);
  return table;
}

const encodedFiles: [name: string, bytes: Buffer, understood: string][] = [
  ["UTF-16 with its mark", Buffer.from(`\uFEFF${japaneseFile}`, "utf16le"), "UTF-16LE"],
  ["UTF-16 of the other order", Buffer.from(`\uFEFF${japaneseFile}`, "utf16le").swap16(), "UTF-16BE"],
  ["UTF-16 without a mark", Buffer.from(japaneseFile, "utf16le"), "UTF-16LE"],
  ["UTF-8 with its mark", Buffer.from(`\uFEFF${japaneseFile}`), "UTF-8"],
  [
    "Shift_JIS that is declared",
    encodeShiftJis(`<?xml version="1.0" encoding="Shift_JIS"?>\n${japaneseFile}`),
    "Shift_JIS",
  ],
  ["Shift_JIS that is not declared", encodeShiftJis(japaneseFile), "Shift_JIS"],
  [
    "EUC-JP that is declared",
    encodeEucJp(`<?xml version="1.0" encoding="EUC-JP"?>\n${japaneseFile}`),
    "EUC-JP",
  ],
  ["EUC-JP that is not declared", encodeEucJp(japaneseFile), "EUC-JP"],
];
// The test reads files in pieces of seven bytes, so some characters are split between two pieces.
for (const [name, bytes, expectedEncoding] of encodedFiles)
  test(`${name} is read, and told`, async () => {
    const { units, encoding, problem } = await readWholeFile("memory", bytes, 7);
    expect([problem, encoding]).toEqual([null, expectedEncoding]);
    expect(units).toMatchObject([{ source: "日本語のテスト、ﾊﾝｶｸも", target: "A test" }]);
  });

test("a file of the wrong format gives no units, and the line of the error", async () => {
  const invalidBytes = Buffer.concat([
    Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n<tmx><body>${greetingUnit}\n`),
    encodeShiftJis(greetingUnit),
  ]);
  expect(await readWholeFile("memory", invalidBytes)).toMatchObject({
    units: [],
    problem: "3 ENCODING UTF-8",
  });
  const latin1File = Buffer.from("en,vi\nrésumé,sơ yếu\n", "latin1");
  expect(await readWholeFile("memory", latin1File)).toMatchObject({ units: [], problem: "2 ENCODING UTF-8" });
});

test("a file may be packed, and a broken package is refused", async () => {
  const packedFile = gzipSync(tmxFile(greetingUnit));
  expect(await readWholeFile("memory", packedFile)).toMatchObject({
    problem: null,
    units: [{ source: "こんにちは" }],
  });
  expect((await readWholeFile("memory", packedFile.subarray(0, 60))).problem).toBe("null FORMAT gzip");
});

test("a long packed file is unpacked without gathering listeners", async () => {
  const warnings: string[] = [];
  const onWarning = (warning: Error) => warnings.push(warning.name);
  process.on("warning", onWarning);
  // The packed file has about 1.5 MB, so it is unpacked in many chunks.
  const units = Array.from({ length: 250 }, () =>
    createTuXml(createTuvXml("ja", randomBytes(6_000).toString("base64")), createTuvXml("en", "x")),
  );
  const packedFile = gzipSync(tmxFile(units.join("\n")));
  const result = await readWholeFile("memory", packedFile, 65_536);
  process.off("warning", onWarning);
  expect([result.problem, result.units.length, warnings]).toEqual([null, 250, []]);
});

test("a bomb is refused before much of it is unpacked", async () => {
  const packedSpaces = gzipSync(Buffer.alloc(10_000_000, " "));
  const zipBomb = Buffer.concat([
    gzipSync(tmxFile(greetingUnit)),
    ...Array.from({ length: 30 }, () => packedSpaces),
  ]);
  let readByteCount = 0;
  const problem = await openImportFile("memory", async () => {
    const file = Readable.from(splitIntoPieces(zipBomb, 10_000));
    file.on("data", (readBytes: Buffer) => {
      readByteCount += readBytes.length;
    });
    return file;
  }).catch((error: unknown) => error);
  expect(problem).toBeInstanceOf(ImportProblem);
  expect(problem).toMatchObject({ code: "TOO_LARGE", detail: "gzip" });
  expect(readByteCount).toBeLessThan(zipBomb.length);
});

test("a CSV of pairs names its languages in each row, or in its heading", async () => {
  const rows =
    'source_language,target_language,source,target,approved\nja,en,"一, 二","one, ""two""",true\nja,vi,三,ba,\n';
  expect((await readWholeFile("memory", rows)).units).toEqual([
    { from: "ja", to: "en", source: "一, 二", target: 'one, "two"', approved: true },
    { from: "ja", to: "vi", source: "三", target: "ba", approved: false },
  ]);
  const columns = "\uFEFF日本語;English;fr;id\r\n一;one;un;7\r\n二;;deux;8\r\n";
  const result = await readWholeFile("memory", columns);
  expect(result.units).toEqual([{ from: "ja", to: "en", source: "一", target: "one", approved: null }]);
  expect(result.skippedUnits).toEqual(["2 LANGUAGE fr", "3 EMPTY English", "3 LANGUAGE fr"]);
});

test("a CSV tells rows that do not fit, what is broken in it, and a heading that says nothing", async () => {
  const irregularCsv = 'ja,en\n一,one,more\n\n"a\nb",two\n三';
  expect(await readWholeFile("memory", irregularCsv)).toMatchObject({
    units: [{ source: "a\nb", target: "two" }],
    skippedUnits: ["2 COLUMNS 3 / 2", "6 COLUMNS 1 / 2"],
  });
  const resultOfOpenQuote = await readWholeFile("memory", 'ja,en\n一,one\n二,"two\n');
  expect(resultOfOpenQuote).toMatchObject({
    units: [{ target: "one" }],
    problem: expect.stringMatching(/SYNTAX Quote Not Closed/),
  });
  expect((await readWholeFile("memory", "name,price\na,1\n")).problem).toBe("1 HEADING name, price");
  expect((await readWholeFile("memory", `ja,en\n"${"x".repeat(3_000_000)}`)).problem).toMatch(/TOO_LARGE/);
});

test("the apostrophe that an export put before a formula is removed", async () => {
  const { units } = await readWholeFile("memory", "ja,en\n'=1+1,'+x\n");
  expect(units).toMatchObject([{ source: "=1+1", target: "+x" }]);
});

const tbx2008 = `<?xml version="1.0"?><!DOCTYPE martif SYSTEM "TBXBasiccoreStructV02.dtd">
<martif type="TBX-Basic" xml:lang="en"><text><body>
<termEntry id="c1"><descrip type="subjectField">IT</descrip><note>Used in contracts</note>
<langSet xml:lang="en"><tig><term>delivery</term></tig><tig><term>handover</term></tig></langSet>
<langSet xml:lang="ja"><tig><term>納品</term><note>another note</note></tig></langSet>
<langSet xml:lang="de"><tig><term>Lieferung</term></tig></langSet></termEntry>
<termEntry id="c2"><langSet xml:lang="en"><tig><term>alone</term></tig></langSet></termEntry>
<termEntry id="c3"><langSet xml:lang="en"><tig><term>Kakehashi</term></tig></langSet>
<langSet xml:lang="vi"><tig><term>Kakehashi</term></tig></langSet>
<langSet xml:lang="ja"><tig><term>Kakehashi</term></tig></langSet></termEntry>
</body></text></martif>`;

test("a TBX gives a term for each concept, in its older and its newer form", async () => {
  const { units, skippedUnits, format } = await readWholeFile("glossary", tbx2008);
  expect(format).toBe("TBX");
  expect(units).toEqual([
    { en: "delivery", vi: null, ja: "納品", note: "Used in contracts", do_not_translate: false },
    { en: "Kakehashi", vi: null, ja: null, note: "", do_not_translate: true },
  ]);
  expect(skippedUnits).toEqual(["4 SYNONYM handover", "6 LANGUAGE de", "7 ONE_LANGUAGE"]);

  const tbx2019 = `<tbx type="TBX-Basic" style="dca" xml:lang="en" xmlns="urn:iso:std:iso:30042:ed-2"><text><body>
<conceptEntry id="1"><descrip type="definition">When all is done</descrip>
<langSec xml:lang="en"><termSec><term>release</term></termSec></langSec>
<langSec xml:lang="vi"><termSec><term>phát
 hành</term></termSec></langSec></conceptEntry></body></text></tbx>`;
  expect((await readWholeFile("glossary", tbx2019)).units).toEqual([
    { en: "release", vi: "phát hành", ja: null, note: "When all is done", do_not_translate: false },
  ]);
  expect((await readWholeFile("glossary", tmxFile(greetingUnit))).problem).toBe("3 FORMAT tmx");
});

/** An entry with everything that TBX-Basic allows, written by hand from its specification (ISO 30042:2019). */
const createTbxBasicEntry = (tbxStyle: "dca" | "dct") => {
  const isDctStyle = tbxStyle === "dct";
  const data = (element: string, moduleName: string, type: string, text: string) =>
    isDctStyle
      ? `<${moduleName}:${type}>${text}</${moduleName}:${type}>`
      : `<${element} type="${type}">${text}</${element}>`;
  const term = (text: string) => `<termSec><term>${text}</term>
      ${data("termNote", "min", "partOfSpeech", "noun")}
      ${data("termNote", "min", "administrativeStatus", "preferredTerm-admn-sts")}
      <descripGrp>${data("descrip", "basic", "context", `We plan the ${text}.`)}
        ${data("admin", "basic", "source", "Handbook")}</descripGrp>
      <note>About the term alone</note></termSec>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<?xml-model href="https://raw.githubusercontent.com/LTAC-Global/TBX-Basic_dialect/master/TBX-Basic.sch"?>
<tbx type="TBX-Basic" style="${tbxStyle}" xml:lang="en" xmlns="urn:iso:std:iso:30042:ed-2"
  xmlns:min="http://www.tbxinfo.net/ns/min" xmlns:basic="http://www.tbxinfo.net/ns/basic">
  <tbxHeader><fileDesc><titleStmt><title>Terms</title></titleStmt>
    <sourceDesc><p>Written by hand.</p></sourceDesc></fileDesc></tbxHeader>
  <text><body><conceptEntry id="c1">
    ${data("descrip", "min", "subjectField", "software")}
    <transacGrp>${data("transac", "basic", "transactionType", "origination")}<date>2024-05-01</date>
      ${isDctStyle ? "<basic:responsibility>Ann</basic:responsibility>" : '<transacNote type="responsibility">Ann</transacNote>'}</transacGrp>
    <xref type="externalCrossReference" target="https://example.com">site</xref>
    <langSec xml:lang="en-GB">
      <descripGrp>${data("descrip", "basic", "definition", "What is <hi>handed over</hi>")}
        ${data("admin", "basic", "source", "Contract")}</descripGrp>
      ${term("release")}</langSec>
    <langSec xml:lang="ja">${term("リリース")}</langSec>
    <langSec xml:lang="vi">${term("bản phát hành")}</langSec>
  </conceptEntry></body></text></tbx>`;
};

for (const style of ["dca", "dct"] as const)
  test(`a TBX-Basic in the style ${style} is read as its specification says`, async () => {
    expect(await readWholeFile("glossary", createTbxBasicEntry(style))).toEqual({
      format: "TBX",
      encoding: "UTF-8",
      units: [
        {
          en: "release",
          vi: "bản phát hành",
          ja: "リリース",
          note: "What is handed over",
          do_not_translate: false,
        },
      ],
      skippedUnits: [],
      problem: null,
    });
  });

test("a CSV of terms has a column for each language, a note and names that stay", async () => {
  const csv = `en,vi,ja,note,do_not_translate\nspec,đặc tả,仕様,,false\nKubernetes,,,,true\nalone,,,,\n,,,,\nlong,dài,,${"n".repeat(501)},\n${"x".repeat(101)},y,,,\n`;
  const { units, skippedUnits } = await readWholeFile("glossary", csv);
  expect(units).toEqual([
    { en: "spec", vi: "đặc tả", ja: "仕様", note: "", do_not_translate: false },
    { en: "Kubernetes", vi: null, ja: null, note: "", do_not_translate: true },
  ]);
  expect(skippedUnits).toEqual(["4 ONE_LANGUAGE", "5 EMPTY", "6 NOTE_TOO_LONG 501", "7 TOO_LONG 101"]);
});
