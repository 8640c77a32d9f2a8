import { describe, expect, it } from "vitest";
import { type Guard, guards, redirection, safeNext, stranger, type Visitor } from "./guard.ts";

const newcomer: Visitor = { signedIn: true, role: "user", workingLanguage: null, accountType: null };
const dev: Visitor = { signedIn: true, role: "dev", workingLanguage: "vi", accountType: "PERSONAL" };
const comtor: Visitor = { ...dev, role: "comtor" };
const brse: Visitor = { ...dev, role: "brse" };
const place = { pathname: "/chat/1", search: "?message=2" };

const sent: readonly [Guard, Visitor, string | null][] = [
  ["auth", stranger, "/login?next=%2Fchat%2F1%3Fmessage%3D2"],
  ["auth", newcomer, null],
  ["guest", stranger, null],
  ["guest", dev, "/home"],
  ["logged-in", stranger, "/login"],
  ["logged-in", newcomer, null],
  ["chose-language", newcomer, "/working_language"],
  ["chose-language", dev, null],
  ["have-type-account", newcomer, "/type_account"],
  ["have-type-account", dev, null],
  ["have-language", newcomer, null],
  ["have-language", dev, "/home"],
  ["com-vi", dev, "/home"],
  ["com-vi", comtor, null],
  ["com-vi", brse, null],
  ["disable-routes", stranger, null],
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
    expect(redirection(["disable-routes"], stranger, register, new Set(["/register"]))).toBe(
      "/?notice=closed",
    );
  });

  it("are asked in order, the first refusal counts", () => {
    expect(redirection(["auth", "com-vi"], stranger, place)).toContain("/login");
    expect(redirection(["auth", "com-vi"], dev, place)).toBe("/home");
  });
});

describe("safeNext", () => {
  it.each([
    ["/chat/1?message=2", "/chat/1?message=2"],
    [null, "/home"],
    ["", "/home"],
    ["https://elsewhere.example", "/home"],
    ["//elsewhere.example", "/home"],
    ["/\\elsewhere.example", "/home"],
    ["javascript:alert(1)", "/home"],
  ])("%s → %s", (next, to) => {
    expect(safeNext(next)).toBe(to);
  });
});
