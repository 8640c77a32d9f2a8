import { afterEach, expect, test, vi } from "vitest";
import { formatFieldErrors } from "./kit/validation.ts";
import { milestoneBody } from "./milestones.ts";
import { canProjectStartOn, newProjectFormSchema } from "./project-bodies.ts";

const findRefusals = (schema: typeof newProjectFormSchema | typeof milestoneBody, body: object) =>
  formatFieldErrors(schema.safeParse(body).error?.issues ?? [], "en");

afterEach(() => void vi.useRealTimers());

const emptyProjectBody = {
  name: "",
  description: "",
  category_id: "",
  currency_id: "",
  start_date: "",
  time: "",
  skill: "",
};
const requiredText = "This is required.";
const choiceText = "Choose one of the values offered.";

test("A form that is sent empty says at each field what is to be done there", () => {
  expect(
    findRefusals(newProjectFormSchema, { ...emptyProjectBody, min_cost: Number.NaN, max_cost: Number.NaN }),
  ).toEqual({
    name: requiredText,
    description: requiredText,
    category_id: choiceText,
    currency_id: choiceText,
    start_date: requiredText,
    min_cost: "Enter a number of 0 or more, with two decimals at most.",
    max_cost: "Enter a number of 0 or more, with two decimals at most.",
    time: requiredText,
    skill: requiredText,
  });
  expect(findRefusals(milestoneBody, { title: "", due_date: "" })).toEqual({
    title: requiredText,
    due_date: requiredText,
  });
});

test.each([
  ["2027-02-30", "This day does not exist. Choose another one."],
  ["0000-01-01", "This day does not exist. Choose another one."],
  ["9999-12-31", "Choose a day at most 20 years before or after today."],
  ["1899-12-31", "Choose a day at most 20 years before or after today."],
])("The day %s of a milestone is refused with what is wrong with it", (due_date, text) => {
  expect(findRefusals(milestoneBody, { title: "Beta", due_date })).toEqual({ due_date: text });
});

test.each([
  // The start date may be any date that is "today" in some time zone. Until noon UTC this includes yesterday, and from
  // 10:00 UTC it includes tomorrow.
  ["2026-11-27T12:00:00Z", ["2026-11-26", "2026-11-27"], ["2046-11-28", "2046-11-29"]],
  ["2026-11-27T09:00:00Z", ["2026-11-25", "2026-11-26"], ["2046-11-27", "2046-11-28"]],
  ["2026-11-27T23:00:00Z", ["2026-11-26", "2026-11-27"], ["2046-11-28", "2046-11-29"]],
  // The year 2100 is no leap year, so the day 20 years after 29 February 2080 does not exist.
  ["2080-02-29T05:00:00Z", ["2080-02-27", "2080-02-28"], ["2100-02-28", "2100-03-01"]],
] as const)(
  "At %s a start date is from today to 20 years ahead, to the day",
  (now, startBoundaryDays, endBoundaryDays) => {
    vi.useFakeTimers({ now: new Date(now) });
    expect(startBoundaryDays.map(canProjectStartOn)).toEqual([false, true]);
    expect(endBoundaryDays.map(canProjectStartOn)).toEqual([true, false]);
    const [[dayBefore], [, dayAfter]] = [startBoundaryDays, endBoundaryDays];
    for (const start_date of [dayBefore, dayAfter])
      expect(findRefusals(newProjectFormSchema, { ...emptyProjectBody, start_date }).start_date).toBe(
        "Choose a day from today on, within 20 years.",
      );
  },
);

test("A milestone is at most 20 years before or after today, to the day", () => {
  vi.useFakeTimers({ now: new Date("2026-11-27T09:00:00Z") });
  const days = ["2006-11-25", "2006-11-26", "2046-11-27", "2046-11-28"];
  const isAccepted = (due_date: string) => milestoneBody.safeParse({ title: "Beta", due_date }).success;
  expect(days.map(isAccepted)).toEqual([false, true, true, false]);
});
