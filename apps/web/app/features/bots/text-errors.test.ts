import { expect, test } from "vitest";
import { firstFieldErrorOf } from "../../kit/form-errors.ts";
import { errorOptionsOfTexts } from "./text-errors.ts";

const firstError = (errors: object) => {
  const { except } = errorOptionsOfTexts(["ja", "vi"], 0, "text");
  return firstFieldErrorOf(errors, except);
};
const serverError = (message: string) => ({ type: "server", message });

test("An error of one language's text is shown only at its own field", () => {
  expect(firstError({ vi: serverError("Too long.") })).toBeUndefined();
  expect(firstError({ vi: serverError("Too long."), ja: serverError("Missing.") })).toBe("Missing.");
  expect(errorOptionsOfTexts(["ja", "vi"], 1, "text")).toEqual({});
});

test("The first field shows the errors of all texts together, and of a language without a field", () => {
  expect(firstError({ ...serverError("Write something."), vi: serverError("Too long.") })).toBe(
    "Write something.",
  );
  expect(firstError({ en: serverError("Too long.") })).toBe("Too long.");
});
