import { expect, test } from "vitest";
import { fieldTexts } from "./kit/validation.ts";
import { milestoneBody } from "./milestones.ts";
import { projectBody } from "./project-bodies.ts";

const refusals = (schema: typeof projectBody | typeof milestoneBody, body: object) =>
  fieldTexts(schema.safeParse(body).error?.issues ?? [], "en");

const empty = {
  name: "",
  description: "",
  category_id: "",
  currency_id: "",
  start_date: "",
  time: "",
  skill: "",
};
const required = "This is required.";
const choice = "Choose one of the values offered.";

test("A form that is sent empty says at each field what is to be done there", () => {
  expect(refusals(projectBody, { ...empty, min_cost: Number.NaN, max_cost: Number.NaN })).toEqual({
    name: required,
    description: required,
    category_id: choice,
    currency_id: choice,
    start_date: required,
    min_cost: "Enter a number of 0 or more, with two decimals at most.",
    max_cost: "Enter a number of 0 or more, with two decimals at most.",
    time: required,
    skill: required,
  });
  expect(refusals(milestoneBody, { title: "", due_date: "" })).toEqual({
    title: required,
    due_date: required,
  });
});

test.each([
  ["2027-02-30", "This day does not exist. Choose another one."],
  ["0000-01-01", "This day does not exist. Choose another one."],
  ["9999-12-31", "Choose a day at most 20 years before or after today."],
  ["1899-12-31", "Choose a day at most 20 years before or after today."],
])("The day %s of a milestone is refused with what is wrong with it", (due_date, text) => {
  expect(refusals(milestoneBody, { title: "Beta", due_date })).toEqual({ due_date: text });
});
