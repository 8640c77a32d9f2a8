import { expect, test } from "vitest";
import { shortenName } from "./short-name.ts";

test("a very long name is cut, but never within a character", () => {
  expect(shortenName("Nguyễn Phúc Vĩnh Thụy Bảo Đại Khải Định")).toBe(
    "Nguyễn Phúc Vĩnh Thụy Bảo Đại Khải Định",
  );
  expect(shortenName("W".repeat(100))).toBe(`${"W".repeat(39)}…`);
  expect(shortenName("😀".repeat(41))).toBe(`${"😀".repeat(39)}…`);
});
