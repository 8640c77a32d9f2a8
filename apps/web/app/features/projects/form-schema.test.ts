import { fieldErrorTexts } from "@kakehashi/contract/kit/validation";
import { expect, test } from "vitest";
import { importFormSchema } from "./form-schema.ts";

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
  sent: typeof projectBody,
  base = { version: 0, fields: { ...formFields, min_cost: "", max_cost: "" } },
) {
  const schema = await importFormSchema({ base, language: "en", currencies: testCurrencies });
  return fieldErrorTexts(schema.safeParse(sent).error?.issues ?? [], "en");
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
  const savedProjectWithCurrency = (currency_id: string) => ({
    version: 1,
    fields: { ...formFields, currency_id, min_cost: "1000.4", max_cost: "2000" },
  });
  expect(await findFieldErrors(projectBody, savedProjectWithCurrency(yenCurrencyId))).toEqual({});
  expect(
    await findFieldErrors({ ...projectBody, min_cost: 1000.5 }, savedProjectWithCurrency(yenCurrencyId)),
  ).toEqual({
    min_cost: wholeNumberError,
  });
  expect(await findFieldErrors(projectBody, savedProjectWithCurrency(dollarCurrencyId))).toEqual({
    min_cost: wholeNumberError,
  });
});
