import { expect, test } from "vitest";
import { buildContentDisposition } from "./download.ts";

test("a downloaded file's name leads into no other folder", () => {
  expect(buildContentDisposition("../../plan.csv", false)).toBe('attachment; filename=".._.._plan.csv"');
  expect(buildContentDisposition("計画\\一.csv", true)).toBe(
    `inline; filename="____.csv"; filename*=UTF-8''${encodeURIComponent("計画_一.csv")}`,
  );
});
