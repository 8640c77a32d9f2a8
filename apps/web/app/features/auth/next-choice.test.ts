import { expect, test } from "vitest";
import { nextChoice } from "./next-choice.ts";

const done = { role: "dev", account_type: "PERSONAL", working_language: "vi" } as const;

test.each([
  [{ ...done, role: "user" }, "/role"],
  [{ ...done, account_type: null }, "/type_account"],
  [{ ...done, working_language: null }, "/working_language"],
  [done, "/home"],
] as const)("%j goes to %s", (account, expectedPath) => expect(nextChoice(account, null)).toBe(expectedPath));

test("the way back is kept through the choices, and never leads to another site", () => {
  expect(nextChoice({ ...done, role: "user" }, "/chat?x=1")).toBe("/role?next=%2Fchat%3Fx%3D1");
  expect(nextChoice(done, "/chat?x=1")).toBe("/chat?x=1");
  for (const otherSite of [
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "javascript:alert(1)",
  ]) {
    expect(nextChoice(done, otherSite)).toBe("/home");
  }
});
