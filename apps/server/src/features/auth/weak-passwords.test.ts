import { expect, test } from "vitest";
import { isWeakPassword } from "./weak-passwords.ts";

test.each([
  "Password1",
  "PASSWORd1",
  "P@ssw0rd",
  "P4ssw0rd12",
  "Qwerty123",
  "Iloveyou1",
  "Welcome1",
  "Summer2024!",
  "Admin123",
  "Sakura2024",
  "Abc12345",
  "Letmein99",
  "Dragon1!",
  "1Qaz2wsx",
  "Ｐassword1",
  "Kakehashi2026",
])("%s is one of the most common passwords", async (password) => {
  expect(await isWeakPassword(password)).toBe(true);
});

const owner = { name: "Tanaka Aiko", email: "aiko.t@sakura-works.example" };
test.each(["Tanaka1990", "AikoTanaka1", "Aiko-2026-!", "T4n4ka2026", "Sakuraworks1", "SakuraWorks-99"])(
  "%s is made of the owner's name or address",
  async (password) => {
    expect(await isWeakPassword(password, owner)).toBe(true);
  },
);

test("the list of leaked passwords is long", async () => {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  expect(dictionary["passwords-common"].length).toBeGreaterThanOrEqual(10_000);
});

test("a password with a Vietnamese name is weak with and without its accents", async () => {
  expect(await isWeakPassword("NguyenAn2026", { name: "Nguyễn Văn An" })).toBe(true);
  expect(await isWeakPassword("NguyenAn2026")).toBe(false);
});

test.each([
  "Harbour-Lights-88",
  "Xk9mQ2rt",
  "Tanaka7-marble-oak",
  "Demo-of-bridges-1",
  "BlueWhale42kite",
  "tR0ub4dor&3",
])("%s is accepted", async (password) => {
  expect(await isWeakPassword(password, owner)).toBe(false);
});
