import { expect, test } from "vitest";
import { nextChoice } from "./next-choice.ts";

const completeAccount = { role: "dev", account_type: "PERSONAL", working_language: "vi" } as const;

test.each([
  [{ ...completeAccount, role: "user" }, "/role"],
  [{ ...completeAccount, account_type: null }, "/type_account"],
  [{ ...completeAccount, working_language: null }, "/working_language"],
  [completeAccount, "/home"],
] as const)("%j goes to %s", (account, expectedPath) => expect(nextChoice(account, null)).toBe(expectedPath));

test("the way back is kept through the choices, and never leads to another site", () => {
  expect(nextChoice({ ...completeAccount, role: "user" }, "/chat?x=1")).toBe("/role?next=%2Fchat%3Fx%3D1");
  expect(nextChoice(completeAccount, "/chat?x=1")).toBe("/chat?x=1");
  for (const otherSite of [
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "javascript:alert(1)",
  ]) {
    expect(nextChoice(completeAccount, otherSite)).toBe("/home");
  }
});
