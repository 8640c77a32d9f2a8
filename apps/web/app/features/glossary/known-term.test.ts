import { expect, test } from "vitest";
import { fillEmptyFieldsWithTyped } from "./known-term.tsx";

const existingEntry = {
  en: "deadline",
  vi: null,
  ja: "納期",
  note: "For contracts",
  do_not_translate: false,
};
const typedTerms = {
  en: "Deadline",
  vi: "hạn chót",
  ja: "納期",
  note: " Not for bills ",
  do_not_translate: true,
};

test("whoever goes on with an entry that is there keeps its words, and what they typed is added", () => {
  expect(fillEmptyFieldsWithTyped(existingEntry, typedTerms)).toEqual({
    en: "deadline",
    vi: "hạn chót",
    ja: "納期",
    note: "For contracts\nNot for bills",
    do_not_translate: false,
  });
});

test("a note that is there already is not written twice", () => {
  expect(fillEmptyFieldsWithTyped(existingEntry, { ...typedTerms, note: "contracts" }).note).toBe(
    "For contracts",
  );
  expect(fillEmptyFieldsWithTyped({ ...existingEntry, note: "" }, { ...typedTerms, note: "" }).note).toBe("");
});
