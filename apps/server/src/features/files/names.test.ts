import { deletedNameMark } from "@kakehashi/contract/deleted-names";
import { expect, test } from "vitest";
import { toSafeFileName } from "./names.ts";

test("a file name keeps neither the mark of deleted names nor direction overrides", () => {
  expect(toSafeFileName(deletedNameMark)).toBe("file");
  expect(toSafeFileName(`a${deletedNameMark}.txt`)).toBe("a.txt");
  expect(toSafeFileName("\u202egpj\u061c.exe")).toBe("gpj.exe");
});
