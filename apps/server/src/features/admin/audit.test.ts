import { listMails, resendMail, setUserRole } from "@kakehashi/contract/admin";
import { listAudit } from "@kakehashi/contract/audit";
import { requestPasswordReset } from "@kakehashi/contract/auth";
import { createPost, deletePost } from "@kakehashi/contract/blog-editing";
import {
  addProjectCategory,
  removeProjectCategory,
  renameProjectCategory,
} from "@kakehashi/contract/catalogue";
import { setPageClosed } from "@kakehashi/contract/pages";
import { expect, test } from "vitest";
import { callApi } from "../../test/app.ts";
import { setUpTestServer } from "../../test/open-world.ts";

const { server, testPeople } = await setUpTestServer();

test("the audit log is searched by action, person and time", async () => {
  const listAuditEntries = (query: Record<string, string>) => testPeople.emma.call(listAudit, { query });
  for (const role of ["admin", "dev"])
    await testPeople.emma.call(setUserRole, { params: { id: testPeople.minh.id }, body: { role } });
  const roleEntries = await listAuditEntries({ action: "user.role", user_id: testPeople.minh.id });
  expect(roleEntries.data.map(({ details }) => details)).toEqual([
    { from: "admin", to: "dev" },
    { from: "dev", to: "admin" },
  ]);
  expect((await listAuditEntries({ before: "2001-01-01T00:00:00Z" })).meta.total).toBe(0);
  expect((await listAuditEntries({ search: "emma" })).meta.total).toBe(3);
  expect((await listAuditEntries({ action: "user.invented" })).status).toBe(422);
});

test("the audit log is searched by every name of the person who acted, and of the one acted on", async () => {
  const { aiko, an, emma } = testPeople;
  const setNamesOfUser = (id: string, names: string[]) =>
    server.db.pool.query("update users set name = $2, reading = $3, latin_name = $4 where id = $1", [
      id,
      ...names,
    ]);
  await setNamesOfUser(aiko.id, ["田中 愛子", "たなか あいこ", "Aiko Tanaka"]);
  await setNamesOfUser(an.id, ["Nguyễn Văn An", "グエン・ヴァン・アン", ""]);
  for (const { id } of [aiko, an]) await emma.call(setUserRole, { params: { id }, body: { role: "brse" } });
  const findNames = async (search: string) =>
    (await emma.call(listAudit, { query: { search, action: "user.role" } })).data.map(
      ({ subject }) => subject?.id,
    );
  for (const search of ["tanaka", "たなか", "田中", "AIKO tanaka"])
    expect(await findNames(search), search).toEqual([aiko.id]);
  for (const search of ["nguyen", "van an", "グエン"])
    expect(await findNames(search), search).toEqual([an.id]);
  // The search has only a combining accent and no letter, so it finds nobody.
  expect(await findNames("\u0301")).toEqual([]);
});

test("the audit log shows the current names of things in the reader's language, and the last name of deleted ones", async () => {
  const { emma } = testPeople;
  const { data: category } = await emma.call(addProjectCategory, {
    body: { names: { en: "Robots", vi: "Rô-bốt", ja: "ロボット" } },
  });
  const params = { id: category.id };
  await emma.call(renameProjectCategory, {
    params,
    body: { names: { en: "Arms", vi: "Tay máy", ja: "アーム" } },
  });
  await emma.call(setPageClosed, { body: { page: "/register", closed: true } });
  await emma.call(setPageClosed, { body: { page: "/register", closed: false } });
  server.mails.onMail = () => {
    throw new Error("mailbox full");
  };
  await callApi(server.app, requestPasswordReset, { body: { email: testPeople.aiko.email } });
  const listFailedMails = async () => (await emma.call(listMails, { query: { state: "FAILED" } })).data;
  await expect.poll(listFailedMails).toHaveLength(1);
  server.mails.onMail = () => {};
  server.jobErrors.length = 0;
  const [mail] = await listFailedMails();
  await emma.call(resendMail, { params: { id: mail?.id ?? "" } });

  const readAuditLog = async (action: string, language = "en") =>
    (await emma.call(listAudit, { query: { action }, headers: { "accept-language": language } })).data[0];
  expect((await readAuditLog("categories.add"))?.subject).toEqual({ id: category.id, name: "Arms" });
  expect((await readAuditLog("categories.add", "vi"))?.subject?.name).toBe("Tay máy");
  expect((await readAuditLog("categories.rename", "ja"))?.subject?.name).toBe("アーム");
  expect((await readAuditLog("page.close"))?.details).toEqual({ page: "/register" });
  expect((await readAuditLog("mail.resend"))?.subject?.name).toBe(`${mail?.recipient}: ${mail?.subject}`);

  await emma.call(removeProjectCategory, { params });
  expect(await readAuditLog("categories.remove")).toMatchObject({
    subject: { id: category.id, name: null },
    details: { names: { en: "Arms", vi: "Tay máy", ja: "アーム" } },
  });
});

test("the audit log shows a post's title in the reader's language or the other one, and the last title of a deleted post", async () => {
  const { emma } = testPeople;
  const createArticleSource = (title: string) =>
    `---\ntitle: ${title}\nsummary: About it\ntopic: Notes\n---\n\nWords.`;
  const createArticle = async (slug: string, source: { en: string; vi: string }) =>
    (await emma.call(createPost, { body: { slug, cover: "bridge", author: "Emma", source } })).data.id;
  const bilingualPostId = await createArticle("slow-tea", {
    en: createArticleSource("Slow tea"),
    vi: createArticleSource("Trà chậm"),
  });
  const englishPostId = await createArticle("one-tongue", { en: createArticleSource("One tongue"), vi: "" });

  const findAuditEntry = async (id: string, action: string, language = "en") =>
    (await emma.call(listAudit, { query: { action }, headers: { "accept-language": language } })).data.find(
      ({ subject }) => subject?.id === id,
    );
  expect((await findAuditEntry(bilingualPostId, "post.create"))?.subject?.name).toBe("Slow tea");
  expect((await findAuditEntry(bilingualPostId, "post.create", "vi"))?.subject?.name).toBe("Trà chậm");
  expect((await findAuditEntry(bilingualPostId, "post.create", "ja"))?.subject?.name).toBe("Slow tea");
  expect((await findAuditEntry(englishPostId, "post.create", "vi"))?.subject?.name).toBe("One tongue");

  await emma.call(deletePost, { params: { id: bilingualPostId } });
  expect(await findAuditEntry(bilingualPostId, "post.remove")).toMatchObject({
    subject: { id: bilingualPostId, name: null },
    details: { title: "Slow tea", slug: "slow-tea" },
  });
});
