import { deletedMark } from "@kakehashi/contract/deletion";
import { expect, test } from "vitest";
import { cleanName } from "./names.ts";

test("a file is not called like a deleted person, nor by what changes the direction of writing", () => {
  expect(cleanName(deletedMark)).toBe("file");
  expect(cleanName(`a${deletedMark}.txt`)).toBe("a.txt");
  expect(cleanName("\u202egpj\u061c.exe")).toBe("gpj.exe");
});
