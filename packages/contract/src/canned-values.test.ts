import { expect, test } from "vitest";
import { fillCannedAnswer } from "./canned-values.ts";

const valueByName: Record<string, string> = {
  visitor: "Aiko",
  agent: "Linh",
  bot: " ",
  phone: "{{visitor}}",
};
const fillValues = (text: string) => fillCannedAnswer(text, (name) => valueByName[name]);

test("Values are put in for their names, each once, and never read again", () => {
  expect(fillValues("Hello {{visitor}}, I am {{ agent }}: {{phone}}.")).toEqual({
    text: "Hello Aiko, I am Linh: {{visitor}}.",
    missingPlaceholder: null,
  });
  expect(fillValues("No names here, {{ not one }}, { {visitor} }.").missingPlaceholder).toBeNull();
});

test("A name without a value stays, and the answer says where the first one is", () => {
  const { text, missingPlaceholder: missing } = fillValues("{{visitor}}: {{date}} at {{time}}, {{bot}}");
  expect(text).toBe("Aiko: {{date}} at {{time}}, {{bot}}");
  expect(missing?.name).toBe("date");
  expect(text.slice(missing?.start, missing?.end)).toBe("{{date}}");
});
