import { expect, test } from "vitest";
import { addSpacesAround } from "./spaced.ts";

/** Makes a text field for a test. One `|` in the text marks the caret. Two `|` mark the ends of the selection. */
function createFieldWithCaret(text: string) {
  const [textBefore = "", selectedText = "", textAfter] = text.split("|");
  const selectionStart = textBefore.length;
  return textAfter === undefined
    ? { value: textBefore + selectedText, selectionStart, selectionEnd: selectionStart }
    : {
        value: textBefore + selectedText + textAfter,
        selectionStart,
        selectionEnd: selectionStart + selectedText.length,
      };
}

test.each([
  ["|", "đặt lịch"],
  ["hủy|", " đặt lịch"],
  ["hủy |", "đặt lịch"],
  ["|của khách", "đặt lịch "],
  ["hủy |lịch| của khách", "đặt lịch"],
  ["hủy|, rồi", " đặt lịch"],
  ["xong,|tiếp", " đặt lịch "],
  ["(|)", "đặt lịch"],
])("a term inserted into “%s” is parted from the words around it", (text, insertedTerm) => {
  expect(addSpacesAround("đặt lịch", createFieldWithCaret(text), "vi")).toBe(insertedTerm);
});

test("Japanese gets no spaces", () => {
  expect(addSpacesAround("予約", createFieldWithCaret("この|を確認"), "ja")).toBe("予約");
});
