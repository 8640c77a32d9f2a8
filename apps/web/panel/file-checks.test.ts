import { expect, test } from "vitest";
import { createAcceptAttribute, findFileRefusal } from "./file-checks.ts";

const createFileQuestion = (
  categories: ("image" | "video" | "audio" | "application")[],
  maximum = 2_000_000,
) => ({
  maximum: String(maximum),
  categories,
});

test("A file is refused that is empty, too large, or of a kind that the story does not take", () => {
  const photo = { size: 1_000, type: "image/png" };
  expect(findFileRefusal(photo, createFileQuestion(["image"]), "en-GB")).toBeNull();
  expect(findFileRefusal({ size: 0, type: "image/png" }, createFileQuestion([]), "en-GB")?.text).toBe(
    "fileEmpty",
  );
  expect(findFileRefusal({ size: 2_000_001, type: "image/png" }, createFileQuestion([]), "en-GB")).toEqual({
    text: "fileTooLarge",
    megabytes: "1.9",
  });
  expect(
    findFileRefusal({ size: 9, type: "application/pdf" }, createFileQuestion(["image"]), "en-GB")?.text,
  ).toBe("fileKind");
  expect(findFileRefusal({ size: 9, type: "" }, createFileQuestion(["application"]), "en-GB")).toBeNull();
});

test("The megabytes are written as in the reader's language", () => {
  expect(findFileRefusal({ size: 2_000_001, type: "" }, createFileQuestion([]), "vi-VN")?.megabytes).toBe(
    "1,9",
  );
});

test("People who answer get any file of up to 25 MB", () => {
  expect(findFileRefusal({ size: 25 * 1024 * 1024, type: "" }, null, "en-GB")).toBeNull();
  expect(findFileRefusal({ size: 25 * 1024 * 1024 + 1, type: "" }, null, "en-GB")).toEqual({
    text: "fileTooLarge",
    megabytes: "25",
  });
});

test("The field offers only files of the kinds that are asked for", () => {
  expect(createAcceptAttribute(createFileQuestion(["image", "video"]))).toBe("image/*,video/*");
  expect(createAcceptAttribute(createFileQuestion(["image", "application"]))).toBeNull();
  expect(createAcceptAttribute(null)).toBeNull();
});
