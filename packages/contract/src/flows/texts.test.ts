import { expect, test } from "vitest";
import { fillPlaceholders } from "./texts.ts";

const valueByName = new Map([
  ["name", "An"],
  ["braces", "{{name}}"],
]);
const lookUp = (name: string) => valueByName.get(name);

test.each([
  ["no name", "no name"],
  ["{{name}}", "An"],
  ["Hello {{ name }}, {{name}}!", "Hello An, An!"],
  ["{{unknown}}.", "."],
  ["{{braces}} stays", "{{name}} stays"],
  ["{{{name}}} {{", "{An} {{"],
])("%j is shown as %j", (text, shownText) => {
  expect(fillPlaceholders(text, lookUp, 100)).toBe(shownText);
});

test.each([2, 8, 9, 10, 11, 100])("A text is cut after %i units, and not inside a character", (maximum) => {
  const shownText = fillPlaceholders("Hello {{name}} 😀 {{name}}", lookUp, maximum);
  expect(shownText).toBe("Hello An 😀 An".slice(0, maximum).replace(/[\ud800-\udbff]$/, ""));
});

test("Values after the end of a full text are not filled in", () => {
  let count = 0;
  const shownText = fillPlaceholders(
    "{{name}}".repeat(600),
    () => {
      count++;
      return "x".repeat(1_000);
    },
    5_000,
  );
  expect(shownText).toBe("x".repeat(5_000));
  expect(count).toBeLessThan(10);
});
