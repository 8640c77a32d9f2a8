import { deletedNameMark } from "@kakehashi/contract/deletion";
import { expect, test } from "vitest";
import { cleanName } from "./names.ts";

test("a file name keeps neither the mark of deleted names nor direction overrides", () => {
  expect(cleanName(deletedNameMark)).toBe("file");
  expect(cleanName(`a${deletedNameMark}.txt`)).toBe("a.txt");
  expect(cleanName("\u202egpj\u061c.exe")).toBe("gpj.exe");
});
