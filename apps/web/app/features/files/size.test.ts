import { expect, it } from "vitest";
import { formatFileSize } from "./size.ts";

it("a size is written in the reader's language, down to single bytes", () => {
  expect(["en", "vi", "ja"].map((language) => formatFileSize(800, language))).toEqual([
    "800 bytes",
    "800 byte",
    "800 バイト",
  ]);
  expect(formatFileSize(1, "en")).toBe("1 byte");
  expect(formatFileSize(3_400_000, "en")).toBe("3.4 MB");
  expect(formatFileSize(24_000, "ja")).toBe("24 KB");
});
