import { updateSettings } from "@kakehashi/contract/account-settings";
import {
  countUnreadNotifications,
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
} from "@kakehashi/contract/notifications";
import { markRemovalSeen } from "@kakehashi/contract/project-home";
import {
  agreeToProjectInvitation,
  applyToProject,
  cancelApplication,
  inviteToProject,
  removeFromProject,
} from "@kakehashi/contract/project-members";
import { setInterfaceLanguage } from "@kakehashi/contract/users";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { makeJobsDue } from "../../test/due-jobs.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import { addAcceptedProfiles, createTestProject } from "../../test/projects.ts";
import { connectAndSubscribe } from "../../test/stomp.ts";
import type { TestPerson } from "../../test/world.ts";
import { formatDigestLine } from "./digest-sentences.ts";

const { server, testPeople } = await setUpTestServer();
const serverUrl = await server.listen();
const { aiko, an, minh, linh } = testPeople;

beforeAll(async () => {
  await addAcceptedProfiles(server, aiko, an, minh, linh);
  await aiko.call(setInterfaceLanguage, { body: { language: "ja" } });
});
beforeEach(() => server.db.pool.query("delete from notification_mails"));

const listMailsTo = ({ email }: TestPerson) =>
  server.mails.sentMails.filter(({ recipient }) => recipient === email);
/** Makes all waiting digest jobs due now. */
const makeDigestsDue = () => makeJobsDue(server.db.pool, "notification-digest");
const countWaitingJobs = async () => {
  const { rows } = await server.db.pool.query(
    "select 1 from pgboss.job where name = 'notification-digest' and state in ('created', 'retry', 'active')",
  );
  return rows.length;
};
const waitForJobs = () => expect.poll(countWaitingJobs, { timeout: 20_000 }).toBe(0);

test("What stays unread is one mail in the reader's language, and what was read is in none", async () => {
  const id = await createTestProject(aiko, { name: "桜サロン" });
  await an.call(applyToProject, { params: { id } });
  await minh.call(applyToProject, { params: { id } });
  await linh.call(applyToProject, { params: { id } });
  const list = (await aiko.call(listNotifications)).data;
  const minhNotice = list.find(({ actor }) => actor?.id === minh.id);
  await aiko.call(markNotificationRead, { params: { id: minhNotice?.id ?? "" } });
  expect(listMailsTo(aiko)).toEqual([]);
  await makeDigestsDue();
  const mail = await server.mails.waitForMail(aiko.email);
  expect(mail.subject).toBe("未読のお知らせ：2件");
  expect(mail.text).toContain("• Nguyễn Văn Anさんが開発者として「桜サロン」に応募しました。");
  expect(mail.text).toContain("• Phạm Thùy Linhさんが翻訳者として「桜サロン」に応募しました。");
  expect(mail.text).not.toContain("Trần Minh");
  expect(mail.text).toContain(`/projects/${id}`);
  await waitForJobs();
  expect(listMailsTo(aiko)).toHaveLength(1);
});

test("The mail of a notification is due 15 minutes after it", async () => {
  const id = await createTestProject(aiko);
  await an.call(applyToProject, { params: { id } });
  const { rows } = await server.db.pool.query<{ seconds: number }>(
    `select extract(epoch from start_after - created_on)::float8 as seconds from pgboss.job
    where name = 'notification-digest' and state = 'created' order by created_on desc limit 1`,
  );
  expect(rows[0]?.seconds).toBeCloseTo(15 * 60, 0);
  await makeDigestsDue();
  await waitForJobs();
});

test("A second mail waits until an hour after the first", async () => {
  const mailCountBefore = listMailsTo(aiko).length;
  const id = await createTestProject(aiko);
  await an.call(applyToProject, { params: { id } });
  await makeDigestsDue();
  await server.mails.waitForMail(aiko.email, mailCountBefore);
  await an.call(cancelApplication, { params: { id } });
  await makeDigestsDue();
  // The job has postponed itself, because the person got a digest mail less than an hour ago.
  await expect
    .poll(async () => {
      const { rows } = await server.db.pool.query(
        "select 1 from pgboss.job where name = 'notification-digest' and state = 'created' and start_after > now() + interval '30 minutes'",
      );
      return rows.length;
    })
    .toBe(1);
  expect(listMailsTo(aiko)).toHaveLength(mailCountBefore + 1);
  await server.db.pool.query("update notification_mails set mailed_at = now() - interval '1 hour'");
  await makeDigestsDue();
  expect((await server.mails.waitForMail(aiko.email, mailCountBefore + 1)).text).toContain("取り消しました");
});

test("Whoever switched the mails off, is blocked or deleted gets none", async () => {
  const mailCountsBefore = [an, minh, linh].map((person) => listMailsTo(person).length);
  const id = await createTestProject(aiko);
  await an.call(updateSettings, { body: { mail_digest: false } });
  for (const person of [an, minh, linh])
    await aiko.call(inviteToProject, { params: { id, user_id: person.id } });
  await server.db.pool.query("update users set blocked_at = now() where id = $1", [minh.id]);
  await server.db.pool.query("update users set deleted_at = now() where id = $1", [linh.id]);
  await makeDigestsDue();
  await waitForJobs();
  expect([an, minh, linh].map((person) => listMailsTo(person).length)).toEqual(mailCountsBefore);
  await server.db.pool.query("update users set blocked_at = null, deleted_at = null");
});

/** Deletes everything that waits to be mailed before each test. */
async function discardWaiting(): Promise<void> {
  await server.db.pool.query("update notifications set mail_pending = false");
  await server.db.pool.query("delete from pgboss.job where name = 'notification-digest'");
}

async function createProjectWith(person: TestPerson, name: string): Promise<string> {
  const id = await createTestProject(aiko, { name });
  await aiko.call(inviteToProject, { params: { id, user_id: person.id } });
  await person.call(agreeToProjectInvitation, { params: { id } });
  return id;
}
const removeMember = (id: string, person: TestPerson) =>
  aiko.call(removeFromProject, { params: { id, user_id: person.id } });

test("Whoever is removed from a project is mailed once, in their language, unless they have seen it or are back", async () => {
  await an.call(updateSettings, { body: { mail_digest: true } });
  await an.call(setInterfaceLanguage, { body: { language: "vi" } });
  const [mailedProject, seenProject, rejoinedProject] = [
    await createProjectWith(an, "Hoa Anh Đào"),
    await createProjectWith(an, "Seen"),
    await createProjectWith(an, "Back"),
  ];
  await discardWaiting();
  const mailCountBefore = listMailsTo(an).length;
  for (const id of [mailedProject, seenProject, rejoinedProject]) await removeMember(id, an);
  await an.call(markRemovalSeen, { params: { id: seenProject } });
  await aiko.call(inviteToProject, { params: { id: rejoinedProject, user_id: an.id } });
  await an.call(markAllNotificationsRead);
  // Before the delay has passed, no mail is sent.
  expect(listMailsTo(an)).toHaveLength(mailCountBefore);
  await makeDigestsDue();
  const mail = await server.mails.waitForMail(an.email, mailCountBefore);
  expect(mail.subject).toBe("Thông báo chưa đọc: 1");
  expect(mail.text).toContain("• 田中 愛子 đã đưa bạn ra khỏi Hoa Anh Đào.");
  expect(mail.text).not.toMatch(/Seen|Back/);
  expect(mail.text).toContain("/home");
  // An earlier mail has already told the person of the removal, so the next mail must not.
  await server.db.pool.query("delete from notification_mails");
  await aiko.call(inviteToProject, { params: { id: mailedProject, user_id: an.id } });
  await makeDigestsDue();
  expect((await server.mails.waitForMail(an.email, mailCountBefore + 1)).text).not.toContain(
    "đã đưa bạn ra khỏi",
  );
});

test("A removal comes with the notifications that wait, oldest first, and not to whoever switched the mails off", async () => {
  const [project, otherProject] = [
    await createProjectWith(minh, "Kept"),
    await createProjectWith(linh, "Lost"),
  ];
  await discardWaiting();
  const mailCountsBefore = [listMailsTo(minh).length, listMailsTo(linh).length];
  await linh.call(updateSettings, { body: { mail_digest: false } });
  await removeMember(otherProject, linh);
  await removeMember(project, minh);
  const nextProjectId = await createTestProject(aiko, { name: "Next" });
  await aiko.call(inviteToProject, { params: { id: nextProjectId, user_id: minh.id } });
  await makeDigestsDue();
  const { subject, text } = await server.mails.waitForMail(minh.email, mailCountsBefore[0]);
  expect(subject).toContain("2");
  expect(text.indexOf("Kept")).toBeLessThan(text.indexOf("Next"));
  expect(text.indexOf("Kept")).toBeGreaterThan(0);
  await waitForJobs();
  expect(listMailsTo(linh)).toHaveLength(mailCountsBefore[1] ?? 0);
  // After the person switches the digest on again, it contains nothing from the time when it was off.
  await linh.call(updateSettings, { body: { mail_digest: true } });
  await removeMember(await createProjectWith(linh, "Later"), linh);
  await makeDigestsDue();
  expect((await server.mails.waitForMail(linh.email, mailCountsBefore[1])).text).not.toContain("Lost");
});

test("Opening a project reads its notifications, on every device, and no others", async () => {
  const [oneProjectId, otherProjectId] = [await createTestProject(aiko), await createTestProject(aiko)];
  await an.call(applyToProject, { params: { id: oneProjectId } });
  await an.call(applyToProject, { params: { id: otherProjectId } });
  const countUnread = async () => (await aiko.call(countUnreadNotifications)).data.count_unread;
  const countBefore = await countUnread();
  const socket = await connectAndSubscribe(serverUrl, aiko);
  const { data } = await aiko.call(markAllNotificationsRead, { query: { project_id: oneProjectId } });
  expect(data.count_unread).toBe(countBefore - 1);
  await socket.waitForFrame("MESSAGE", ({ body }) => JSON.parse(body).type === "NOTIFICATIONS_READ");
  socket.socket.close();
  expect(await countUnread()).toBe(countBefore - 1);
});

test("A line names people and projects as they are, without line breaks that others typed", () => {
  const line = formatDigestLine(
    {
      type: "REJECT_JOIN_PROJECT",
      actor: null,
      isOwnAction: false,
      project: "Two\nlines",
      actorReason: "No\n\nroom",
    },
    "en",
  );
  expect(line).toBe("Your application to Two lines was not accepted. Reason: No room");
});

test("A line has no links that other people typed", () => {
  const notice = {
    type: "REJECT_JOIN_PROJECT",
    actor: "aiko@kakehashi.example",
    isOwnAction: false,
    project: "Sign in at https://evil.example/login",
    actorReason: "See www.evil.example",
  } as const;
  expect(formatDigestLine(notice, "en")).not.toMatch(/\w\.\w|\/\/|\w@/);
});

test("A new host is told that they are one, and others who the host is", () => {
  const joinedNotice = {
    type: "HOST_JOIN_PROJECT",
    actor: "Kenji",
    project: "Sakura",
    actorReason: "",
  } as const;
  expect(formatDigestLine({ ...joinedNotice, isOwnAction: true }, "en")).toBe(
    "You are a host of Sakura now.",
  );
  expect(formatDigestLine({ ...joinedNotice, isOwnAction: false }, "en")).toBe(
    "Kenji joined Sakura as its host.",
  );
});
