import { formatFieldErrors } from "@kakehashi/contract/kit/validation";
import { expect, test } from "vitest";
import { loadProjectFormSchema } from "./form-schema.ts";

const yenCurrencyId = "01a21d03-0000-7000-8000-000000000001";
const dollarCurrencyId = "01a21d03-0000-7000-8000-000000000002";
const testCurrencies = [
  { id: yenCurrencyId, code: "JPY" },
  { id: dollarCurrencyId, code: "USD" },
];
const formFields = {
  name: "Bridge",
  description: "A bridge",
  category_id: yenCurrencyId,
  start_date: new Date().toISOString().slice(0, 10),
  currency_id: yenCurrencyId,
  time: "3 months",
  skill: "React",
};
const projectBody = { ...formFields, min_cost: 1000.4, max_cost: 2000 };
const wholeNumberError = "This currency has no decimals. Enter a whole number.";

async function findFieldErrors(
  sentBody: typeof projectBody,
  savedProject = { version: 0, fields: { ...formFields, min_cost: "", max_cost: "" } },
) {
  const schema = await loadProjectFormSchema({
    base: savedProject,
    language: "en",
    currencies: testCurrencies,
  });
  return formatFieldErrors(schema.safeParse(sentBody).error?.issues ?? [], "en");
}

test("an amount with decimals is refused in yen, before the preview shows it, and taken in dollars", async () => {
  expect(await findFieldErrors(projectBody)).toEqual({ min_cost: wholeNumberError });
  expect(await findFieldErrors({ ...projectBody, min_cost: 1000, max_cost: 2000.5 })).toEqual({
    max_cost: wholeNumberError,
  });
  expect(await findFieldErrors({ ...projectBody, min_cost: 1000 })).toEqual({});
  expect(await findFieldErrors({ ...projectBody, currency_id: dollarCurrencyId })).toEqual({});
});

test("the amounts that a project has may stay, until its currency changes", async () => {
  const createProjectWithCurrency = (currency_id: string) => ({
    version: 1,
    fields: { ...formFields, currency_id, min_cost: "1000.4", max_cost: "2000" },
  });
  expect(await findFieldErrors(projectBody, createProjectWithCurrency(yenCurrencyId))).toEqual({});
  expect(
    await findFieldErrors({ ...projectBody, min_cost: 1000.5 }, createProjectWithCurrency(yenCurrencyId)),
  ).toEqual({
    min_cost: wholeNumberError,
  });
  expect(await findFieldErrors(projectBody, createProjectWithCurrency(dollarCurrencyId))).toEqual({
    min_cost: wholeNumberError,
  });
});
