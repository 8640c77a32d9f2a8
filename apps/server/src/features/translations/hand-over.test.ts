import { searchHandOverCandidates } from "@kakehashi/contract/translation-people";
import { claimTranslation, getTranslation, handOverTranslation } from "@kakehashi/contract/translations";
import { setKnownLanguages } from "@kakehashi/contract/users";
import { expect, test } from "vitest";
import { setUpTestServer } from "../../test/open-world.ts";
import { createGroupRoom, sendText } from "../../test/rooms.ts";
import { translationPathParamsOf } from "../../test/translations.ts";
import { addSignedInPerson, type TestPerson } from "../../test/world.ts";

const { server, testPeople } = await setUpTestServer();
const { aiko, an, minh, linh, kenji, emma } = testPeople;

const addTranslator = async (name: string, languages: string[]) => {
  const email = `${crypto.randomUUID()}@kakehashi.example`;
  const person = await addSignedInPerson(server, { email, name, role: "comtor", language: "vi" });
  await person.call(setKnownLanguages, { body: { languages } } as never);
  return person;
};

test("who knows both languages comes first, then each translator with the language that they lack", async () => {
  const [englishOnlyTranslator, bilingualPerson] = [
    await addTranslator("Anh Thư", ["en"]),
    await addTranslator("Zoe Vũ", ["ja", "vi"]),
  ];
  await minh.call(setKnownLanguages, { body: { languages: ["ja", "vi"] } });
  const room = await createGroupRoom(
    aiko,
    linh,
    kenji,
    an,
    minh,
    emma,
    englishOnlyTranslator,
    bilingualPerson,
  );
  const message = await sendText(aiko, room, "おはようございます。");
  const people = async (query: Record<string, string> = {}) =>
    (
      await linh.call(searchHandOverCandidates, { ...translationPathParamsOf(message, "vi"), query })
    ).data.map(({ id, lacks }) => ({
      id,
      lacks,
    }));
  // Any developer who knows both languages can take over the translation. The list leaves out the reader. It also
  // leaves out people who do not know both languages, unless they are translators.
  const peopleWithBoth = [minh, bilingualPerson, kenji].map(({ id }) => ({ id, lacks: [] }));
  expect(await people()).toEqual([...peopleWithBoth, { id: englishOnlyTranslator.id, lacks: ["ja"] }]);
  expect(await people({ search: "zoe" })).toEqual([{ id: bilingualPerson.id, lacks: [] }]);
  const { data, meta } = await linh.call(searchHandOverCandidates, {
    ...translationPathParamsOf(message, "vi"),
    query: { paging: "1", page: "2" },
  });
  expect([data.map(({ id }) => id), meta]).toEqual([
    [bilingualPerson.id],
    { page: 2, paging: 1, total: 4, has_more: true },
  ]);
  const { status } = await (await addTranslator("Nobody", [])).call(
    searchHandOverCandidates,
    translationPathParamsOf(message, "vi"),
  );
  expect(status).toBe(404);
});

test("a room of more than a hundred translators is listed to its end", async () => {
  const room = await createGroupRoom(aiko, linh);
  const message = await sendText(aiko, room, "おはようございます。");
  await server.db.pool.query(
    `with added as (
       insert into users (id, email, name, role, interface_language, working_language, account_type, live_endpoint, confirmed_at)
       select gen_random_uuid(), 'many-' || n || '@kakehashi.example', 'Translator ' || lpad(n::text, 3, '0'), 'comtor',
         'en', 'vi', 'PERSONAL', 'many-' || n, now()
       from generate_series(1, 120) n returning id)
     insert into conversation_members (conversation_id, user_id) select $1, id from added`,
    [room],
  );
  const names: string[] = [];
  for (const page of ["1", "2"]) {
    const { data } = await linh.call(searchHandOverCandidates, {
      ...translationPathParamsOf(message, "vi"),
      query: { page, paging: "100" },
    });
    names.push(...data.map(({ name }) => name));
  }
  expect(names).toHaveLength(120);
  expect(names.at(-1)).toBe("Translator 120");
});

test("what nobody has is handed over in one step, and a refused hand-over leaves no claim", async () => {
  const room = await createGroupRoom(aiko, linh, kenji, an);
  const message = await sendText(aiko, room, "おはようございます。");
  const handOver = (currentTranslator: TestPerson, to: TestPerson) =>
    currentTranslator.call(handOverTranslation, {
      ...translationPathParamsOf(message, "vi"),
      body: { user_id: to.id, note: "" },
    });
  const readClaimant = async () =>
    (await linh.call(getTranslation, translationPathParamsOf(message, "vi"))).data.unit.translation
      ?.claimed_by ?? null;
  expect((await handOver(linh, an)).error?.fields).toHaveProperty("user_id");
  expect((await handOver(linh, linh)).error?.fields).toHaveProperty("user_id");
  expect((await handOver(an, kenji)).error?.code).toBe("TRANSLATION.LANGUAGES");
  expect(await readClaimant()).toBeNull();
  expect((await handOver(linh, kenji)).data.translation?.claimed_by).toBe(kenji.id);
  // While another translator has claimed the translation, nobody else can hand it over.
  expect((await handOver(linh, linh)).error?.code).toBe("TRANSLATION.CLAIMED");
  await kenji.call(claimTranslation, translationPathParamsOf(message, "vi"));
  expect((await handOver(kenji, an)).error?.fields).toHaveProperty("user_id");
  expect(await readClaimant()).toBe(kenji.id);
});
