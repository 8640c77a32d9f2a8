import { randomUUID } from "node:crypto";
import { acceptProfile, requestActivation } from "@kakehashi/contract/activation";
import { countWaitingForAdmin, setUserRole } from "@kakehashi/contract/admin";
import { listProjectCategories } from "@kakehashi/contract/catalogue";
import {
  listReceivedContactMessages,
  sendContact,
  setContactMessageState,
} from "@kakehashi/contract/contact";
import type { Language } from "@kakehashi/contract/languages";
import { listNotifications } from "@kakehashi/contract/notifications";
import { personalEventSchema } from "@kakehashi/contract/personal-events";
import { createProfile } from "@kakehashi/contract/profiles";
import type { Role } from "@kakehashi/contract/users";
import { expect, test } from "vitest";
import { callApi } from "../../test/app.ts";
import { makeJobsDue } from "../../test/due-jobs.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import { connectAndSubscribe, type StompClient } from "../../test/stomp.ts";
import { addSignedInPerson, type TestPerson } from "../../test/world.ts";

const { server, testPeople } = await setUpTestServer();
const serverUrl = await server.listen();
const { emma, an } = testPeople;

async function createConfirmedPerson(name: string, role: Role, language: Language): Promise<TestPerson> {
  const email = `${randomUUID()}@kakehashi.example`;
  const person = await addSignedInPerson(server, { email, name, role, language });
  await server.db.pool.query(
    "update users set interface_language = $2, avatar = '/api/avatars/x.webp' where id = $1",
    [person.id, language],
  );
  return person;
}

const hana = await createConfirmedPerson("Hana", "admin", "ja");
const blockedAdmin = await createConfirmedPerson("Blocked", "admin", "en");
await server.db.pool.query("update users set blocked_at = now() where id = $1", [blockedAdmin.id]);

/** Creates a person with a profile who asks for activation. */
async function createPersonRequestingActivation(name: string): Promise<TestPerson> {
  const person = await createConfirmedPerson(name, "dev", "vi");
  const [category] = (await person.call(listProjectCategories)).data;
  const profile = {
    first_name: "An",
    last_name: "Lê",
    name,
    address: "12 Lý Thường Kiệt, Hà Nội",
    phone: "+84 24 3825 0000",
    category_ids: [category?.id],
    description: "Six years of React.",
  };
  expect((await person.call(createProfile, { body: profile })).status).toBe(200);
  expect((await person.call(requestActivation)).status).toBe(200);
  return person;
}

const sendContactMessage = (changes: object = {}) =>
  callApi(server.app, sendContact, {
    body: {
      first_name: "Aiko",
      last_name: "Tanaka",
      phone: "090-1234-5678",
      email: "aiko@shop.example",
      country: "JP",
      message: "We run three shops.",
      ...changes,
    },
  });

const listMailsTo = (email: string) => server.mails.sentMails.filter(({ recipient }) => recipient === email);
const listNotificationsOf = async (person: TestPerson) =>
  (await person.call(listNotifications)).data.filter(({ type }) =>
    ["ACTIVATION_REQUESTED", "CONTACT_RECEIVED"].includes(type),
  );
async function waitForEvent(client: StompClient, type: string) {
  const { body } = await client.waitForFrame("MESSAGE", (frame) => JSON.parse(frame.body).type === type);
  return personalEventSchema.parse(JSON.parse(body));
}
const countWaitingChangedEvents = ({ frames }: StompClient) =>
  frames.filter(({ command, body }) => command === "MESSAGE" && JSON.parse(body).type === "WAITING_CHANGED")
    .length;
/** Makes the waiting mail jobs due, so that the next mail is sent at once. */
const makeStaffMailsDue = () => makeJobsDue(server.db.pool, "staff-mail");
const deleteMailRecords = () => server.db.pool.query("delete from staff_mails");

test("every admin is told of a request: live, in the list and by mail in their language", async () => {
  const socket = await connectAndSubscribe(serverUrl, hana);
  const person = await createPersonRequestingActivation("Lê Minh Châu");
  expect(await waitForEvent(socket, "ACTIVATION_REQUESTED")).toMatchObject({
    notification: { actor: { id: person.id, name: "Lê Minh Châu" } },
  });
  await waitForEvent(socket, "WAITING_CHANGED");
  socket.socket.close();
  for (const admin of [hana, emma]) expect(await listNotificationsOf(admin)).toHaveLength(1);
  const mail = await server.mails.waitForMail(hana.email);
  expect(mail.subject).toBe("利用承認の申請：Lê Minh Châu様");
  expect(mail.text).toContain("http://localhost:3000/admin/activations");
  expect((await server.mails.waitForMail(emma.email)).subject).toBe("Activation request: Lê Minh Châu");

  for (const recipient of [an, person, blockedAdmin])
    expect(await listNotificationsOf(recipient)).toEqual([]);
  expect(listMailsTo(blockedAdmin.email)).toEqual([]);
});

test("a flood of requests is two mails to each admin: the first, and one with the count of the rest", async () => {
  await deleteMailRecords();
  const mailCountBefore = listMailsTo(emma.email).length;
  for (const name of ["evil.example/one", "Two", "Three", "Four"])
    await createPersonRequestingActivation(name);
  expect((await server.mails.waitForMail(emma.email, mailCountBefore)).subject).toBe(
    "Activation request: evil\u2024example one",
  );
  await makeStaffMailsDue();
  const summary = await server.mails.waitForMail(emma.email, mailCountBefore + 1);
  expect(summary.subject).toBe("New activation requests: 3");
  expect((await server.mails.waitForMail(hana.email, 2)).subject).toBe("新しい利用承認の申請：3件");
  expect(listMailsTo(emma.email)).toHaveLength(mailCountBefore + 2);
  // Emma got fewer mails than there were requests, but each of the five requests has its own notification.
  expect(await listNotificationsOf(emma)).toHaveLength(5);
});

test("whoever is no admin any more gets neither the count nor what comes later", async () => {
  await deleteMailRecords();
  const leaver = await createConfirmedPerson("Leaver", "admin", "en");
  await createPersonRequestingActivation("Five");
  await createPersonRequestingActivation("Six");
  await server.mails.waitForMail(leaver.email);
  await emma.call(setUserRole, { params: { id: leaver.id }, body: { role: "dev" } });
  const mailCountBefore = listMailsTo(emma.email).length;
  await makeStaffMailsDue();
  await server.mails.waitForMail(emma.email, mailCountBefore);
  await createPersonRequestingActivation("Seven");
  const { rows } = await server.db.pool.query("select 1 from mails where recipient = $1", [leaver.email]);
  expect(rows).toHaveLength(1);
});

test("a refused request tells nobody", async () => {
  const person = await createPersonRequestingActivation("Twice");
  const countBefore = (await listNotificationsOf(emma)).length;
  expect((await person.call(requestActivation)).status).toBe(409);
  expect(await listNotificationsOf(emma)).toHaveLength(countBefore);
});

test("a contact message is told with its sender and its topic", async () => {
  await deleteMailRecords();
  const mailCountBefore = listMailsTo(hana.email).length;
  await sendContactMessage({ topic: "project" });
  const [message] = (await emma.call(listReceivedContactMessages)).data;
  expect((await listNotificationsOf(hana))[0]).toMatchObject({
    type: "CONTACT_RECEIVED",
    actor: null,
    data: { contact_id: message?.id, sender: "Aiko Tanaka" },
  });
  const mail = await server.mails.waitForMail(hana.email, mailCountBefore);
  expect(mail).toMatchObject({
    subject: "お問い合わせ（プロジェクト）：Aiko Tanaka様",
    replyTo: "aiko@shop.example",
  });
  expect(mail.text).toContain("内容：プロジェクト");
  expect(mail.text).toContain(`/admin/contacts/${message?.id}`);
});

test("waiting requests are counted for admins only, and changes arrive live", async () => {
  const readCounts = async () => (await emma.call(countWaitingForAdmin)).data;
  const countsBefore = await readCounts();
  const person = await createPersonRequestingActivation("Counted");
  await sendContactMessage({ email: "counted@shop.example" });
  await sendContactMessage({ email: "trap@shop.example", website: "https://cheap.example" });
  expect(await readCounts()).toEqual({
    ...countsBefore,
    activations: countsBefore.activations + 1,
    contacts: countsBefore.contacts + 1,
  });
  const socket = await connectAndSubscribe(serverUrl, hana);
  await emma.call(acceptProfile, { params: { id: person.id } });
  await expect.poll(() => countWaitingChangedEvents(socket)).toBe(1);
  const [message] = (await emma.call(listReceivedContactMessages)).data;
  const params = { id: message?.id ?? "" };
  await emma.call(setContactMessageState, { params, body: { state: "IN_PROGRESS" } });
  await expect.poll(() => countWaitingChangedEvents(socket)).toBe(2);
  expect(await readCounts()).toEqual(countsBefore);

  server.mails.onMail = ({ recipient }) => {
    if (recipient === "gone@shop.example") throw new Error("550 no such mailbox");
  };
  await sendContactMessage({ email: "gone@shop.example" });
  // The counts change twice: when the contact message arrives, and when the mail that confirms its arrival cannot be
  // sent.
  await expect.poll(() => countWaitingChangedEvents(socket)).toBe(4);
  expect(await readCounts()).toMatchObject({ mails: countsBefore.mails + 1 });
  server.mails.onMail = () => {};
  server.jobErrors.length = 0;
  socket.socket.close();
  for (const recipient of [an, person, testPeople.linh])
    expect((await recipient.call(countWaitingForAdmin)).error?.code).toBe("ERR.FORBIDDEN");
  expect((await callApi(server.app, countWaitingForAdmin)).status).toBe(401);
});
