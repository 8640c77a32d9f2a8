import { describe, expect, it } from "vitest";
import { type Guard, guards, redirection, safeNext, type Visitor } from "./guard.ts";

const newcomer: Visitor = { role: "user", workingLanguage: null, accountType: null };
const dev: Visitor = { role: "dev", workingLanguage: "vi", accountType: "PERSONAL" };
const comtor: Visitor = { ...dev, role: "comtor" };
const brse: Visitor = { ...dev, role: "brse" };
const place = { pathname: "/chat/1", search: "?message=2" };

const sent: readonly [Guard, Visitor | null, string | null][] = [
  ["auth", null, "/login?next=%2Fchat%2F1%3Fmessage%3D2"],
  ["auth", newcomer, null],
  ["guest", null, null],
  ["guest", dev, "/home"],
  ["logged-in", null, "/login"],
  ["logged-in", newcomer, null],
  ["chose-role", newcomer, "/role?next=%2Fchat%2F1%3Fmessage%3D2"],
  ["chose-role", dev, null],
  ["chose-language", newcomer, "/working_language?next=%2Fchat%2F1%3Fmessage%3D2"],
  ["chose-language", dev, null],
  ["have-type-account", newcomer, "/type_account?next=%2Fchat%2F1%3Fmessage%3D2"],
  ["have-type-account", dev, null],
  ["have-language", newcomer, null],
  ["have-language", dev, "/home"],
  ["admin", { ...dev, role: "admin" }, null],
  ["admin", dev, "/home"],
  ["com-vi", dev, "/home"],
  ["com-vi", comtor, null],
  ["com-vi", brse, null],
  ["com-vi", { ...dev, role: "admin" }, null],
  ["disable-routes", null, null],
];

describe("guards", () => {
  it.each(sent)("%s", (guard, visitor, to) => {
    expect(redirection([guard], visitor, place)).toBe(to);
  });

  it("are all in the table above", () => {
    expect(new Set(sent.map(([guard]) => guard))).toEqual(new Set(Object.keys(guards)));
  });

  it("send away from a page that is switched off", () => {
    const register = { pathname: "/register", search: "" };
    expect(redirection(["disable-routes"], null, register, new Set(["/register"]))).toBe("/?notice=closed");
  });

  it("are asked in order, the first refusal counts", () => {
    expect(redirection(["auth", "com-vi"], null, place)).toContain("/login");
    expect(redirection(["auth", "com-vi"], dev, place)).toBe("/home");
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
  ])("%j → %s", (next, to) => {
    expect(safeNext(next)).toBe(to);
  });
});
