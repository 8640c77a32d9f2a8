import { expect, test } from "vitest";
import { shortName } from "./short-name.ts";

test("a very long name is cut, but never within a character", () => {
  expect(shortName("Nguyễn Phúc Vĩnh Thụy Bảo Đại Khải Định")).toBe(
    "Nguyễn Phúc Vĩnh Thụy Bảo Đại Khải Định",
  );
  expect(shortName("W".repeat(100))).toBe(`${"W".repeat(39)}…`);
  expect(shortName("😀".repeat(41))).toBe(`${"😀".repeat(39)}…`);
});
