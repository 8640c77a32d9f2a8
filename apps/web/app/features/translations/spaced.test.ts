import { expect, test } from "vitest";
import { addSpacesAround } from "./spaced.ts";

/** Makes a text field for a test. One `|` in the text marks the caret. Two `|` mark the ends of the selection. */
function fieldWithCaret(text: string) {
  const [before = "", selected = "", after] = text.split("|");
  const selectionStart = before.length;
  return after === undefined
    ? { value: before + selected, selectionStart, selectionEnd: selectionStart }
    : { value: before + selected + after, selectionStart, selectionEnd: selectionStart + selected.length };
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
  expect(addSpacesAround("đặt lịch", fieldWithCaret(text), "vi")).toBe(insertedTerm);
});

test("Japanese gets no spaces", () => {
  expect(addSpacesAround("予約", fieldWithCaret("この|を確認"), "ja")).toBe("予約");
});
