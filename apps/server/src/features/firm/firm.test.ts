import { uploadPostPicture } from "@kakehashi/contract/blog-editing";
import {
  blankFirm,
  changeFirm,
  type FirmChangeBody,
  getFirm,
  getFirmInAllLanguages,
} from "@kakehashi/contract/firm";
import sharp from "sharp";
import { expect, test } from "vitest";
import { callApi } from "../../test/app.ts";
import { setUpTestServer } from "../../test/open-world.ts";

const { server, testPeople } = await setUpTestServer();

const emptyTexts = { en: "", vi: "", ja: "" };
const firmBody: FirmChangeBody = {
  registered_name: { en: "Kakehashi Ltd.", vi: "Công ty Kakehashi", ja: "" },
  registered_number: "0312345678",
  address: { ...emptyTexts, en: " 12 Bridge  Street " },
  city: { ...emptyTexts, vi: "Đà Nẵng" },
  country: "VN",
  map_url: "https://maps.example/12",
  email: "hello@kakehashi.example",
  phone: "+84 236 123 4567",
  reply_time: { en: "within one business day", vi: "trong một ngày làm việc", ja: "1営業日以内" },
  people: [
    { name: "Emma Clarke", role: { ...emptyTexts, en: "Bridge engineer" }, text: emptyTexts, picture: null },
  ],
};
const readFirmFacts = async (language: "en" | "vi" | "ja") =>
  (await callApi(server.app, getFirm, { query: { language } })).data;
const saveFirmFacts = (changes: Partial<FirmChangeBody>) =>
  testPeople.emma.call(changeFirm, { body: { ...firmBody, ...changes } });

test("company details are empty until an admin fills them in, and each language shows its own texts", async () => {
  expect(await readFirmFacts("en")).toEqual(blankFirm);
  let siteChangeCount = 0;
  server.app.sitePageHooks.subscribeToSiteChanges(() => siteChangeCount++);
  const { data: savedFirm } = await saveFirmFacts({ version: 0 });
  expect(savedFirm).toMatchObject({ version: 1, changed_by: testPeople.emma.name });
  expect(siteChangeCount).toBe(1);
  expect(await readFirmFacts("en")).toEqual({
    registered_name: "Kakehashi Ltd.",
    registered_number: "0312345678",
    address: "12 Bridge Street",
    // The city has a text only in Vietnamese, so the other languages must show the Vietnamese text.
    city: "Đà Nẵng",
    country: "VN",
    map_url: "https://maps.example/12",
    email: "hello@kakehashi.example",
    phone: "+84 236 123 4567",
    reply_time: "within one business day",
    people: [{ name: "Emma Clarke", role: "Bridge engineer", text: "", picture: null }],
  });
  expect((await readFirmFacts("vi")).reply_time).toBe("trong một ngày làm việc");
  expect(await readFirmFacts("ja")).toMatchObject({
    registered_name: "Kakehashi Ltd.",
    reply_time: "1営業日以内",
  });
});

test("a change is logged with the names of the changed fields, and only admins can make one", async () => {
  await saveFirmFacts({});
  await saveFirmFacts({ phone: "", people: [] });
  const { rows } = await server.db.pool.query(
    "select details, actor_id from audit_log where action = 'firm.change' order by id desc limit 1",
  );
  expect(rows).toEqual([{ details: { fields: ["phone", "people"] }, actor_id: testPeople.emma.id }]);
  expect((await testPeople.an.call(changeFirm, { body: firmBody })).status).toBe(403);
  expect((await testPeople.an.call(getFirmInAllLanguages)).status).toBe(403);
  expect((await callApi(server.app, changeFirm, { body: firmBody })).status).toBe(401);
});

test("if two people change the same version, the second gets a conflict, and nothing is overwritten", async () => {
  await saveFirmFacts({});
  const { version } = (await testPeople.emma.call(getFirmInAllLanguages)).data;
  const changeResponses = await Promise.all([
    saveFirmFacts({ phone: "11111", version }),
    saveFirmFacts({ phone: "22222", version }),
  ]);
  expect(changeResponses.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(changeResponses.find(({ status }) => status === 409)?.error?.code).toBe("FIRM.CHANGED");
  const acceptedChange = changeResponses.find(({ status }) => status === 200)?.data;
  expect((await testPeople.emma.call(getFirmInAllLanguages)).data).toEqual(acceptedChange);
  expect((await saveFirmFacts({ version: 0 })).status).toBe(409);
});

const firmPerson = { name: "Emma", role: emptyTexts, text: emptyTexts, picture: null };
test.each([
  ["map_url", { map_url: "javascript:alert(1)" }],
  ["map_url", { map_url: "http://maps.example" }],
  ["email", { email: "nobody" }],
  ["phone", { phone: "call us" }],
  ["country", { country: "XX" }],
  ["city.ja", { city: { ...emptyTexts, ja: "x".repeat(101) } }],
  ["people.0.name", { people: [{ ...firmPerson, name: " " }] }],
  ["people.0.picture", { people: [{ ...firmPerson, picture: "https://elsewhere.example/a.webp" }] }],
  ["people", { people: Array.from({ length: 13 }, () => firmPerson) }],
])("what is wrong is named: %s", async (field, changes) => {
  const { status, error } = await saveFirmFacts(changes as Partial<FirmChangeBody>);
  expect(status).toBe(422);
  expect(Object.keys(error?.fields ?? {})).toEqual([field]);
});

test("a picture of the company's people is kept, although no post shows it", async () => {
  const body = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#3d4eac" } })
    .png()
    .toBuffer();
  const upload = async () =>
    (await testPeople.emma.call(uploadPostPicture, { body, headers: { "content-type": "image/png" } })).data
      .address;
  const [linkedPicture, unlinkedPicture] = [await upload(), await upload()];
  await saveFirmFacts({ people: [{ ...firmPerson, picture: linkedPicture }] });
  await server.db.pool.query("update blog_pictures set unused_since = now() - interval '400 days'");
  await server.runJob("prune");
  const isPictureServed = async (url: string) => (await server.app.http.inject({ url })).statusCode === 200;
  await expect.poll(() => isPictureServed(unlinkedPicture), { timeout: 15_000 }).toBe(false);
  expect(await isPictureServed(linkedPicture)).toBe(true);
});
