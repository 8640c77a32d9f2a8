import {
  addCurrency,
  addProjectCategory,
  listCurrencies,
  removeProjectCategory,
  renameProjectCategory,
  setProjectCategoryOrder,
} from "@kakehashi/contract/catalogue";
import { createProfile } from "@kakehashi/contract/profiles";
import { expect, test } from "vitest";
import { setUpTestServer } from "../../test/open-world.ts";

const { testPeople } = await setUpTestServer();

const createSameNames = (name: string) => ({ en: name, vi: name, ja: name });

test("categories are added, renamed, ordered, and removed only where nothing uses them", async () => {
  const { emma } = testPeople;
  const { data: addedCategory } = await emma.call(addProjectCategory, {
    body: { names: createSameNames("Robots") },
  });
  await emma.call(renameProjectCategory, {
    params: { id: addedCategory.id },
    body: { names: { ...createSameNames("Robots"), ja: "ロボット" } },
  });
  const { data: orderedCategories } = await emma.call(setProjectCategoryOrder, {
    body: { ids: [addedCategory.id] },
  });
  expect(orderedCategories[0]).toEqual({
    id: addedCategory.id,
    names: [
      { language_code: "en", name: "Robots" },
      { language_code: "vi", name: "Robots" },
      { language_code: "ja", name: "ロボット" },
    ],
  });
  const usedCategoryId = orderedCategories[1]?.id ?? "";
  await testPeople.an.call(createProfile, {
    body: {
      first_name: "An",
      last_name: "Nguyễn",
      name: "Nguyễn Văn An",
      address: "Hà Nội",
      phone: "024 3825 0000",
      category_ids: [usedCategoryId],
    },
  });
  expect((await emma.call(removeProjectCategory, { params: { id: usedCategoryId } })).error?.code).toBe(
    "CATALOGUE.USED",
  );
  expect((await emma.call(removeProjectCategory, { params: { id: addedCategory.id } })).status).toBe(200);
  expect((await emma.call(removeProjectCategory, { params: { id: addedCategory.id } })).status).toBe(404);
});

test("a currency code is unique", async () => {
  const addCurrencyWithCode = (code: string) =>
    testPeople.emma.call(addCurrency, { body: { code, names: createSameNames("Krona") } });
  expect((await addCurrencyWithCode("sek")).data.code).toBe("SEK");
  expect((await addCurrencyWithCode("SEK")).error?.code).toBe("CATALOGUE.KNOWN");
  expect((await addCurrencyWithCode("kr")).status).toBe(422);
  expect((await testPeople.an.call(listCurrencies)).data.map(({ code }) => code)).toContain("SEK");
});
