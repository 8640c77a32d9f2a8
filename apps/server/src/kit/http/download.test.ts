import { expect, test } from "vitest";
import { contentDisposition } from "./download.ts";

test("a downloaded file's name leads into no other folder", () => {
  expect(contentDisposition("../../plan.csv", false)).toBe('attachment; filename=".._.._plan.csv"');
  expect(contentDisposition("計画\\一.csv", true)).toBe(
    `inline; filename="____.csv"; filename*=UTF-8''${encodeURIComponent("計画_一.csv")}`,
  );
});
