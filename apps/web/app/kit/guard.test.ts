import { describe, expect, it } from "vitest";
import { type Guard, guards, redirectAddress, safeNextAddress, type Visitor } from "./guard.ts";

const visitorWithoutChoices: Visitor = { role: "user", workingLanguage: null, accountType: null };
const developer: Visitor = { role: "dev", workingLanguage: "vi", accountType: "PERSONAL" };
const comtor: Visitor = { ...developer, role: "comtor" };
const brse: Visitor = { ...developer, role: "brse" };
const requested = { pathname: "/chat/1", search: "?message=2" };

const expectedRedirects: readonly [Guard, Visitor | null, string | null][] = [
  ["auth", null, "/login?next=%2Fchat%2F1%3Fmessage%3D2"],
  ["auth", visitorWithoutChoices, null],
  ["guest", null, null],
  ["guest", developer, "/home"],
  ["logged-in", null, "/login"],
  ["logged-in", visitorWithoutChoices, null],
  ["chose-role", visitorWithoutChoices, "/role?next=%2Fchat%2F1%3Fmessage%3D2"],
  ["chose-role", developer, null],
  ["chose-language", visitorWithoutChoices, "/working_language?next=%2Fchat%2F1%3Fmessage%3D2"],
  ["chose-language", developer, null],
  ["have-type-account", visitorWithoutChoices, "/type_account?next=%2Fchat%2F1%3Fmessage%3D2"],
  ["have-type-account", developer, null],
  ["have-language", visitorWithoutChoices, null],
  ["have-language", developer, "/home"],
  ["admin", { ...developer, role: "admin" }, null],
  ["admin", developer, "/home"],
  ["com-vi", developer, "/home"],
  ["com-vi", comtor, null],
  ["com-vi", brse, null],
  ["com-vi", { ...developer, role: "admin" }, null],
  ["disable-routes", null, null],
];

describe("guards", () => {
  it.each(expectedRedirects)("%s", (guard, visitor, expected) => {
    expect(redirectAddress([guard], visitor, requested)).toBe(expected);
  });

  it("are all in the table above", () => {
    expect(new Set(expectedRedirects.map(([guard]) => guard))).toEqual(new Set(Object.keys(guards)));
  });

  it("send away from a page that is switched off", () => {
    const registerPage = { pathname: "/register", search: "" };
    expect(redirectAddress(["disable-routes"], null, registerPage, new Set(["/register"]))).toBe(
      "/?notice=closed",
    );
  });

  it("are checked in order, and the first refusal counts", () => {
    expect(redirectAddress(["auth", "com-vi"], null, requested)).toContain("/login");
    expect(redirectAddress(["auth", "com-vi"], developer, requested)).toBe("/home");
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
  ])("%j → %s", (next, expected) => {
    expect(safeNextAddress(next)).toBe(expected);
  });
});
