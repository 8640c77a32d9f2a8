import { describe, expect, it } from "vitest";
import { findRedirectPath, type GuardName, type GuardVisitor, guardByName, toSafeNextPath } from "./guard.ts";

const visitorWithoutChoices: GuardVisitor = { role: "user", workingLanguage: null, accountType: null };
const developerVisitor: GuardVisitor = { role: "dev", workingLanguage: "vi", accountType: "PERSONAL" };
const comtorVisitor: GuardVisitor = { ...developerVisitor, role: "comtor" };
const brseVisitor: GuardVisitor = { ...developerVisitor, role: "brse" };
const requestedLocation = { pathname: "/chat/1", search: "?message=2" };

const expectedRedirects: readonly [GuardName, GuardVisitor | null, string | null][] = [
  ["auth", null, "/login?next=%2Fchat%2F1%3Fmessage%3D2"],
  ["auth", visitorWithoutChoices, null],
  ["guest", null, null],
  ["guest", developerVisitor, "/home"],
  ["logged-in", null, "/login"],
  ["logged-in", visitorWithoutChoices, null],
  ["chose-role", visitorWithoutChoices, "/role?next=%2Fchat%2F1%3Fmessage%3D2"],
  ["chose-role", developerVisitor, null],
  ["chose-language", visitorWithoutChoices, "/working_language?next=%2Fchat%2F1%3Fmessage%3D2"],
  ["chose-language", developerVisitor, null],
  ["have-type-account", visitorWithoutChoices, "/type_account?next=%2Fchat%2F1%3Fmessage%3D2"],
  ["have-type-account", developerVisitor, null],
  ["have-language", visitorWithoutChoices, null],
  ["have-language", developerVisitor, "/home"],
  ["admin", { ...developerVisitor, role: "admin" }, null],
  ["admin", developerVisitor, "/home"],
  ["com-vi", developerVisitor, "/home"],
  ["com-vi", comtorVisitor, null],
  ["com-vi", brseVisitor, null],
  ["com-vi", { ...developerVisitor, role: "admin" }, null],
  ["disable-routes", null, null],
];

describe("guards", () => {
  it.each(expectedRedirects)("%s", (guard, visitor, expected) => {
    expect(findRedirectPath([guard], visitor, requestedLocation)).toBe(expected);
  });

  it("are all in the table above", () => {
    expect(new Set(expectedRedirects.map(([guard]) => guard))).toEqual(new Set(Object.keys(guardByName)));
  });

  it("send away from a page that is switched off", () => {
    const registerPage = { pathname: "/register", search: "" };
    expect(findRedirectPath(["disable-routes"], null, registerPage, new Set(["/register"]))).toBe(
      "/?notice=closed",
    );
  });

  it("are checked in order, and the first refusal counts", () => {
    expect(findRedirectPath(["auth", "com-vi"], null, requestedLocation)).toContain("/login");
    expect(findRedirectPath(["auth", "com-vi"], developerVisitor, requestedLocation)).toBe("/home");
  });
});

describe("the way back after signing in stays on this site:", () => {
  it.each([
    ["/chat/1?message=2", "/chat/1?message=2"],
    ["/search?q=%E6%A9%8B#a", "/search?q=%E6%A9%8B#a"],
    ["/search?q=https://elsewhere.example", "/search?q=https://elsewhere.example"],
    [null, "/home"],
    ["", "/home"],
    ["home", "/home"],
    ["https://elsewhere.example", "/home"],
    ["//elsewhere.example", "/home"],
    ["/\\elsewhere.example", "/home"],
    ["\\\\elsewhere.example", "/home"],
    ["/\t/elsewhere.example", "/home"],
    ["/\n//elsewhere.example", "/home"],
    ["/\r\\elsewhere.example", "/home"],
    ["\u0000//elsewhere.example", "/home"],
    ["/.//elsewhere.example", "/home"],
    ["/chat/..//elsewhere.example", "/home"],
    ["///elsewhere.example", "/home"],
    ["//user:pass@elsewhere.example", "/home"],
    ["//[", "/home"],
    ["javascript:alert(1)", "/home"],
    ["/javascript:alert(1)", "/javascript:alert(1)"],
  ])("%j → %s", (nextPath, expected) => {
    expect(toSafeNextPath(nextPath)).toBe(expected);
  });
});
