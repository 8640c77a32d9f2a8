import fc from "fast-check";
import { expect, test } from "vitest";
import { hasTextToTranslate, maskProtectedParts, restoreProtectedParts } from "./mask.ts";

const id = "0190a8f0-0000-7000-8000-000000000000";

test.each([
  ["run `npm ci` now", ["`npm ci`"]],
  ["```js\nconst a = `1`;\n``` is it", ["```js\nconst a = `1`;\n```"]],
  [`@[Linh](${id}) 見て`, [`@[Linh](${id})`]],
  ["@all 会議", ["@all"]],
  ["https://example.com/a?b=1。次", ["https://example.com/a?b=1"]],
  ["ask an@example.com today", ["an@example.com"]],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: many templates have placeholders of this form
  ["Hi {{name}}, {count} of ${total} and %s, 100%", ["{{name}}", "{count}", "${total}", "%s"]],
  ["great 👩‍💻 :tada:", ["👩‍💻", ":tada:"]],
])("keeps what is not to be translated in %j", (content, protectedText) => {
  const maskedText = maskProtectedParts(content);
  expect(maskedText.protectedTexts).toEqual(protectedText);
  expect(restoreProtectedParts(maskedText.text, maskedText)).toBe(content);
});

test("spaces and full-width braces in a placeholder do not matter, a wrong one does", () => {
  const masked = maskProtectedParts("run `a` and `b`");
  expect(restoreProtectedParts("｛｛１｝｝と{ { 0 } }を実行", masked)).toBe("`b`と`a`を実行");
  for (const wrongAnswer of ["{{0}}を実行", "{{0}}と{{0}}と{{1}}", "{{0}}と{{1}}と{{2}}", ""])
    expect(restoreProtectedParts(wrongAnswer, masked)).toBeNull();
});

test("a text of only protected parts has nothing to translate", () => {
  expect(hasTextToTranslate(maskProtectedParts(`@[Linh](${id}) https://example.com 👍 42`))).toBe(false);
  expect(hasTextToTranslate(maskProtectedParts("`a` です"))).toBe(true);
});

test("any text is the same after masking and unmasking", () => {
  const textPieceArbitrary = fc.oneof(
    fc.constantFrom("{{0}}", "{", "}}", "`", "```", "@all ", ":x:", "👍", "https://a.b", "%s", "｛｛1｝｝"),
    fc.string({ unit: "grapheme" }),
  );
  fc.assert(
    fc.property(fc.array(textPieceArbitrary), (textPieces) => {
      const content = textPieces.join("");
      const masked = maskProtectedParts(content);
      // Text such as `{{0}}` in the original cannot be distinguished from a placeholder. `restoreProtectedParts` then
      // returns null, and no translation is shown.
      const restoredText = restoreProtectedParts(masked.text, masked);
      expect(restoredText === content || (restoredText === null && /[{｛]\s*[{｛]/.test(content))).toBe(true);
    }),
  );
});
