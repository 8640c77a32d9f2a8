import { randomUUID } from "node:crypto";
import { setDeviceTimeZone, updateSettings } from "@kakehashi/contract/account-settings";
import { listProjectCategories } from "@kakehashi/contract/catalogue";
import { createConversation } from "@kakehashi/contract/conversations";
import { createProfile, getMyProfile } from "@kakehashi/contract/profiles";
import {
  chooseAccountType,
  chooseRole,
  getAccount,
  listUsersByIds,
  searchUsers,
  setIsCompany,
  setWorkingLanguage,
} from "@kakehashi/contract/users";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../test/app.ts";
import { addSignedInPerson, addTestPeople, type TestPeople, type TestPerson } from "../../test/world.ts";

let server: TestApp;
let testPeople: TestPeople;
let newcomer: TestPerson;

beforeAll(async () => {
  server = await createTestApp();
  testPeople = await addTestPeople(server);
  newcomer = await addSignedInPerson(server, {
    email: "new@kakehashi.example",
    name: "New",
    role: "user",
    language: "en",
  });
});
afterAll(() => server.close());

test("a newcomer chooses a role, an account type and a working language, and the session knows at once", async () => {
  expect((await newcomer.call(chooseRole, { body: { role: "comtor" } })).data.role).toBe("comtor");
  await newcomer.call(chooseAccountType, { body: { account_type: "PERSONAL" } });
  const companyResponse = await newcomer.call(setIsCompany, { body: { is_company: true } });
  expect(companyResponse.data.account_type).toBe("COMPANY");
  await newcomer.call(setWorkingLanguage, { body: { language: "vi" } });
  expect((await newcomer.call(getAccount)).data).toMatchObject({
    role: "comtor",
    account_type: "COMPANY",
    working_language: "vi",
    status: "NOT_REQUEST",
  });
});

test.each(["admin", "user", "owner", null])("nobody chooses to be %s", async (role) => {
  const response = await newcomer.call(chooseRole, { body: { role } });
  expect(response).toMatchObject({ status: 422, error: { fields: { role: expect.any(String) } } });
});

test("an admin does not stop being one by choosing a role", async () => {
  expect((await testPeople.emma.call(chooseRole, { body: { role: "dev" } })).status).toBe(409);
  expect((await testPeople.emma.call(getAccount)).data.role).toBe("admin");
});

test("settings change one by one and are the same on every device", async () => {
  await newcomer.call(updateSettings, { body: { time_zone: "Asia/Tokyo" } });
  await newcomer.call(updateSettings, { body: { enter_sends: false, theme: "dark" } });
  expect((await newcomer.call(getAccount)).data.settings).toEqual({
    theme: "dark",
    enter_sends: false,
    time_zone: "Asia/Tokyo",
    notify_desktop: false,
    show_presence: true,
    notify_about: "all",
    notify_content: true,
    quiet_hours: null,
    mail_digest: true,
    mail_projects: true,
    show_originals: false,
    show_checklist: true,
  });
  await newcomer.call(updateSettings, { body: { quiet_hours: { from: "22:00", to: "07:00" } } });
  expect((await newcomer.call(getAccount)).data.settings.quiet_hours).toEqual({ from: "22:00", to: "07:00" });
  const invalidHours = await newcomer.call(updateSettings, {
    body: { quiet_hours: { from: "24:00", to: "7" } },
  });
  expect(invalidHours).toMatchObject({
    status: 422,
    error: { fields: { "quiet_hours.from": expect.any(String), "quiet_hours.to": expect.any(String) } },
  });
  const refusedSettings = await newcomer.call(updateSettings, { body: { time_zone: "Mars/Olympus" } });
  expect(refusedSettings).toMatchObject({
    status: 422,
    error: { fields: { time_zone: expect.any(String) } },
  });
});

test("a device tells its time zone, and another device does not hear of it", async () => {
  const { data } = await newcomer.call(setDeviceTimeZone, { body: { time_zone: "Asia/Ho_Chi_Minh" } });
  expect(data).toMatchObject({ device_time_zone: "Asia/Ho_Chi_Minh", settings: { time_zone: "Asia/Tokyo" } });
  expect((await newcomer.call(getAccount)).data.device_time_zone).toBe("Asia/Ho_Chi_Minh");
  expect(await newcomer.call(setDeviceTimeZone, { body: { time_zone: "Mars/Olympus" } })).toMatchObject({
    status: 422,
    error: { fields: { time_zone: expect.any(String) } },
  });
});

test("a profile record has the specification's fields, and an unknown id is left out", async () => {
  const { data } = await newcomer.call(listUsersByIds, {
    query: { ids: [testPeople.an.id, randomUUID()].join(",") },
  });
  expect(data).toEqual([
    {
      id: testPeople.an.id,
      user_id: testPeople.an.id,
      sub_id: testPeople.an.id,
      property_id: null,
      name: testPeople.an.name,
      reading: "",
      latin_name: "",
      role: "dev",
      avatar: null,
      working_language: "vi",
      deleted: false,
    },
  ]);
  await testPeople.an.call(createProfile, {
    body: {
      first_name: "An",
      last_name: "Nguyễn",
      name: testPeople.an.name,
      address: "12 Lý Thường Kiệt, Hà Nội",
      phone: "+84 24 3825 0000",
      category_ids: (await testPeople.an.call(listProjectCategories)).data.slice(0, 1).map(({ id }) => id),
    },
  });
  const secondResponse = await newcomer.call(listUsersByIds, { query: { ids: testPeople.an.id } });
  const ownProfile = await testPeople.an.call(getMyProfile);
  expect(secondResponse.data[0]?.property_id).toBe(ownProfile.data?.id);
});

test("people are found by the words of their names, whatever the marks, and by a whole address by those who share a room with them", async () => {
  const searchNames = async (search: string) =>
    (await testPeople.an.call(searchUsers, { query: { search } })).data.map(({ name }) => name);
  for (const search of ["pham thuy", "LINH pham", "Thùy"])
    expect(await searchNames(search), search).toEqual(["Phạm Thùy Linh"]);
  const emailAddresses = [" linh@kakehashi.example ", "linh@KAKEHASHI.example"];
  for (const search of emailAddresses) expect(await searchNames(search), search).toEqual([]);
  await testPeople.an.call(createConversation, { body: { kind: "DIRECT", user_ids: [testPeople.linh.id] } });
  for (const search of emailAddresses) expect(await searchNames(search), search).toEqual(["Phạm Thùy Linh"]);
  for (const search of ["linh@", "kakehashi.example", "%", "_", "％"])
    expect(await searchNames(search)).toEqual([]);
});
