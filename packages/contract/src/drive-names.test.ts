import { expect, test } from "vitest";
import {
  addNumberToName,
  driveNameSchema,
  maximumDriveNameLength,
  splitFileName,
  toAllowedFileName,
} from "./drive-names.ts";

const findRefusal = (name: string) => driveNameSchema.safeParse(name).error?.issues[0]?.message;

test("a typed name becomes one line without invisible characters, in any script", () => {
  expect(driveNameSchema.parse("  Kế hoạch\n 計画  ")).toBe("Kế hoạch 計画");
  expect(driveNameSchema.parse("ha\u202egpj.exe")).toBe("hagpj.exe");
  expect(driveNameSchema.parse("e\u0301te\u0301")).toBe("été");
  expect(driveNameSchema.parse("👩‍👩‍👧 family")).toBe("👩‍👩‍👧 family");
});

test("a typed name with characters that other systems do not allow is refused", () => {
  for (const name of ["a/b", "a\\b", "a:b", "what?", ".", "..", "ends.", "<b>"])
    expect(findRefusal(name), name).toBe("file_name");
  for (const name of ["", " ", "\u202e\u200b"])
    expect(findRefusal(name), JSON.stringify(name)).toBe("required");
});

test("a name has at most 255 visible characters, and a bounded number of bytes", () => {
  expect(driveNameSchema.parse("🇻🇳".repeat(maximumDriveNameLength))).toHaveLength(4 * maximumDriveNameLength);
  expect(findRefusal("a".repeat(maximumDriveNameLength + 1))).toBe("too_long");
  // Names have a second limit, in UTF-16 code units. Each of these family emoji is one character but eight units.
  expect(findRefusal("👩‍👩‍👧".repeat(maximumDriveNameLength))).toBe("too_long");
});

test("an uploaded file always gets a valid name", () => {
  expect(toAllowedFileName("a/b\\c?.pdf")).toBe("a_b_c_.pdf");
  expect(toAllowedFileName("..")).toBe("file");
  expect(toAllowedFileName("")).toBe("file");
  expect(toAllowedFileName("\u202efdp.exe")).toBe("fdp.exe");
  const longName = toAllowedFileName(`${"あ".repeat(300)}.pdf`);
  expect([[...longName].length, longName.endsWith("あ.pdf")]).toEqual([maximumDriveNameLength, true]);
  expect(driveNameSchema.parse(toAllowedFileName("💥".repeat(3000)))).toBe(
    "💥".repeat(maximumDriveNameLength),
  );
});

test("a number is added before a file's extension, and after a folder's name", () => {
  expect(splitFileName("archive.tar.gz")).toEqual(["archive.tar", ".gz"]);
  expect(splitFileName(".profile")).toEqual([".profile", ""]);
  expect(addNumberToName("plan.pdf", 2, false)).toBe("plan (2).pdf");
  expect(addNumberToName("v1.2", 2, true)).toBe("v1.2 (2)");
  expect([...addNumberToName(`${"x".repeat(251)}.pdf`, 10, false)]).toHaveLength(maximumDriveNameLength);
});
