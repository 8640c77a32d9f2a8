import { restoreCodeVersion } from "@kakehashi/contract/code-versions";
import { changeCode, createCode, getCode, maximumCodeBytes, removeCode } from "@kakehashi/contract/codes";
import { getStorageUse } from "@kakehashi/contract/files";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../test/app.ts";
import { addTestPeople, type TestPeople, type TestPerson } from "../../test/world.ts";

const personQuotaBytes = 350_000;
const totalQuotaBytes = 600_000;
let server: TestApp;
let testPeople: TestPeople;
beforeAll(async () => {
  server = await createTestApp({ storageQuotas: { perPerson: personQuotaBytes, total: totalQuotaBytes } });
  testPeople = await addTestPeople(server);
});
afterAll(() => server.close());

const createLongestText = (letter: string) => letter.repeat(maximumCodeBytes);
const readUsedBytes = async (person: TestPerson) => (await person.call(getStorageUse)).data.used;
const createSnippet = (person: TestPerson, content: string) =>
  person.call(createCode, { body: { title: "Query", language: "sql", content } });

test("every version of a snippet counts towards its writer's storage, and what does not fit is refused and not stored", async () => {
  const { an, minh } = testPeople;
  const { data: snippet } = await createSnippet(an, createLongestText("a"));
  const params = { slug: snippet.slug };
  const changeSnippet = (version: number, content: string) =>
    an.call(changeCode, { params, body: { version, content } });
  const snippetBytes = await readUsedBytes(an);
  expect(snippetBytes).toBeGreaterThanOrEqual(maximumCodeBytes);
  expect(snippetBytes).toBeLessThan(maximumCodeBytes + 100);
  expect((await changeSnippet(1, createLongestText("b"))).status).toBe(200);
  expect((await changeSnippet(2, createLongestText("c"))).status).toBe(200);
  expect(await readUsedBytes(an)).toBe(3 * snippetBytes);

  for (const refusedResponse of [
    await changeSnippet(3, createLongestText("d")),
    await createSnippet(an, createLongestText("e")),
    await an.call(restoreCodeVersion, { params: { ...params, number: "1" }, body: { version: 3 } }),
  ])
    expect([refusedResponse.status, refusedResponse.error?.code]).toEqual([413, "FILE.QUOTA"]);
  expect((await an.call(getCode, { params })).data).toMatchObject({
    version: 3,
    content: createLongestText("c"),
  });
  expect(await readUsedBytes(an)).toBe(3 * snippetBytes);
  // The person's quota is nearly full, but a shorter text still fits.
  expect((await changeSnippet(3, "short")).status).toBe(200);

  // The storage of all people together also has a limit.
  expect((await createSnippet(minh, createLongestText("f"))).status).toBe(200);
  expect((await createSnippet(minh, createLongestText("g"))).status).toBe(200);
  expect((await createSnippet(minh, createLongestText("h"))).error?.code).toBe("FILE.QUOTA_TOTAL");
});

test("a snippet that is deleted for good makes room, one in the trash does not", async () => {
  const { linh } = testPeople;
  await server.db.pool.query("delete from code_snippets");
  expect((await server.db.pool.query("select bytes::int from storage_total")).rows).toEqual([{ bytes: 0 }]);
  const { data: snippet } = await createSnippet(linh, createLongestText("a"));
  const usedBytesBefore = await readUsedBytes(linh);
  await linh.call(removeCode, { params: { slug: snippet.slug } });
  expect(await readUsedBytes(linh)).toBe(usedBytesBefore);
  await linh.call(removeCode, { params: { slug: snippet.slug }, query: { for_good: "1" } });
  expect(await readUsedBytes(linh)).toBe(0);
});
