import { expect, test } from "vitest";
import type { TranslationPairRow } from "./store.ts";
import { formatMemoryTmx } from "./tmx.ts";

const unit: TranslationPairRow = {
  id: "01a2115a-aa6f-75f5-93e8-92ad7cf1b4c8",
  scope: "00000000-0000-0000-0000-000000000000",
  source_language: "ja",
  target_language: "en",
  source: "確認しました。",
  target: "Checked.",
  approved: true,
  user_id: null,
  user_name: null,
  user_reading: null,
  user_latin_name: null,
  updated_at: new Date("2026-11-25T06:45:00.123Z"),
  changed_at: new Date("2026-11-25T06:45:00.123Z"),
};

async function tmxOfBatches(...batches: TranslationPairRow[][]): Promise<string> {
  let text = "";
  async function* yieldBatches() {
    yield* batches;
  }
  for await (const tmxChunk of formatMemoryTmx(yieldBatches())) text += tmxChunk;
  return text;
}

test("each pair is a unit with its languages, its day and whether it is approved", async () => {
  const text = await tmxOfBatches([unit], [{ ...unit, approved: false }]);
  expect(text).toContain(
    `<tu tuid="${unit.id}" srclang="ja" changedate="20261125T064500Z">
      <prop type="x-approved">yes</prop>
      <tuv xml:lang="ja"><seg>確認しました。</seg></tuv>
      <tuv xml:lang="en"><seg>Checked.</seg></tuv>
    </tu>`,
  );
  expect(text.match(/<tu /g)).toHaveLength(2);
  expect(text.endsWith("</tmx>\n")).toBe(true);
});

test("what XML gives a meaning is escaped, and what it cannot hold is replaced", async () => {
  const text = await tmxOfBatches([{ ...unit, target: 'a < b && "c" &amp; ]]>\u0001\uD800\r\n' }]);
  expect(text).toContain("<seg>a &lt; b &amp;&amp; &quot;c&quot; &amp;amp; ]]&gt;\uFFFD\uFFFD&#13;\n</seg>");
});
