import { expect, test } from "vitest";
import { knowsBothLanguages, lacksTranslator } from "./known.ts";

const createUnitOfKind = (kind: string) =>
  ({ message: { language: "ja" }, language: "en", conversation: { kind } }) as const;

test("whoever knows both languages may write a translation", () => {
  expect(knowsBothLanguages({ languages: ["en", "ja"] }, createUnitOfKind("GROUP"))).toBe(true);
  expect(knowsBothLanguages({ languages: ["en", "vi"] }, createUnitOfKind("GROUP"))).toBe(false);
});

test("what an admin's queue holds beyond their languages is what nobody in a support room can translate", () => {
  expect(lacksTranslator({ languages: ["en"] }, createUnitOfKind("SUPPORT"))).toBe(true);
  expect(lacksTranslator({ languages: ["en", "ja"] }, createUnitOfKind("SUPPORT"))).toBe(false);
  expect(lacksTranslator({ languages: ["en"] }, createUnitOfKind("TEAM"))).toBe(false);
});
