import { expect, test } from "vitest";
import { errorMessageOf } from "../../kit/form-errors.ts";
import { errorOptionsOfTexts } from "./text-errors.ts";

const first = (errors: object) => {
  const { except } = errorOptionsOfTexts(["ja", "vi"], 0, "text");
  return errorMessageOf(errors, except);
};
const error = (message: string) => ({ type: "server", message });

test("An error of one language's text is shown only at its own field", () => {
  expect(first({ vi: error("Too long.") })).toBeUndefined();
  expect(first({ vi: error("Too long."), ja: error("Missing.") })).toBe("Missing.");
  expect(errorOptionsOfTexts(["ja", "vi"], 1, "text")).toEqual({});
});

test("The first field shows the errors of all texts together, and of a language without a field", () => {
  expect(first({ ...error("Write something."), vi: error("Too long.") })).toBe("Write something.");
  expect(first({ en: error("Too long.") })).toBe("Too long.");
});
