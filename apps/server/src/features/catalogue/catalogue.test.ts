import {
  addCategory,
  addCurrency,
  listCurrencies,
  orderCategories,
  removeCategory,
  renameCategory,
} from "@kakehashi/contract/catalogue";
import { createProfile } from "@kakehashi/contract/profiles";
import { expect, test } from "vitest";
import { openWorld } from "../../test/open-world.ts";

const { world } = await openWorld();

const sameNameInAllLanguages = (name: string) => ({ en: name, vi: name, ja: name });

test("categories are added, renamed, ordered, and removed only where nothing uses them", async () => {
  const { emma } = world;
  const { data: addedCategory } = await emma.call(addCategory, {
    body: { names: sameNameInAllLanguages("Robots") },
  });
  await emma.call(renameCategory, {
    params: { id: addedCategory.id },
    body: { names: { ...sameNameInAllLanguages("Robots"), ja: "ロボット" } },
  });
  const { data: ordered } = await emma.call(orderCategories, { body: { ids: [addedCategory.id] } });
  expect(ordered[0]).toEqual({
    id: addedCategory.id,
    names: [
      { language_code: "en", name: "Robots" },
      { language_code: "vi", name: "Robots" },
      { language_code: "ja", name: "ロボット" },
    ],
  });
  const usedCategoryId = ordered[1]?.id ?? "";
  await world.an.call(createProfile, {
    body: {
      first_name: "An",
      last_name: "Nguyễn",
      name: "Nguyễn Văn An",
      address: "Hà Nội",
      phone: "024 3825 0000",
      category_ids: [usedCategoryId],
    },
  });
  expect((await emma.call(removeCategory, { params: { id: usedCategoryId } })).error?.code).toBe(
    "CATALOGUE.USED",
  );
  expect((await emma.call(removeCategory, { params: { id: addedCategory.id } })).status).toBe(200);
  expect((await emma.call(removeCategory, { params: { id: addedCategory.id } })).status).toBe(404);
});

test("a currency code is unique", async () => {
  const addCurrencyWithCode = (code: string) =>
    world.emma.call(addCurrency, { body: { code, names: sameNameInAllLanguages("Krona") } });
  expect((await addCurrencyWithCode("sek")).data.code).toBe("SEK");
  expect((await addCurrencyWithCode("SEK")).error?.code).toBe("CATALOGUE.KNOWN");
  expect((await addCurrencyWithCode("kr")).status).toBe(422);
  expect((await world.an.call(listCurrencies)).data.map(({ code }) => code)).toContain("SEK");
});
