import { expect, test } from "vitest";
import { nextPageFor } from "./next-page.ts";

const completeAccount = { role: "dev", account_type: "PERSONAL", working_language: "vi" } as const;

test.each([
  [{ ...completeAccount, role: "user" }, "/role"],
  [{ ...completeAccount, account_type: null }, "/type_account"],
  [{ ...completeAccount, working_language: null }, "/working_language"],
  [completeAccount, "/home"],
] as const)("%j goes to %s", (account, expectedPath) =>
  expect(nextPageFor(account, null)).toBe(expectedPath),
);

test("the return address survives all choice pages, and never leads to another site", () => {
  expect(nextPageFor({ ...completeAccount, role: "user" }, "/chat?x=1")).toBe("/role?next=%2Fchat%3Fx%3D1");
  expect(nextPageFor(completeAccount, "/chat?x=1")).toBe("/chat?x=1");
  for (const otherSiteAddress of [
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "javascript:alert(1)",
  ]) {
    expect(nextPageFor(completeAccount, otherSiteAddress)).toBe("/home");
  }
});
