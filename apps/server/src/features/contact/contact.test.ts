import { hash } from "node:crypto";
import {
  getContactForm,
  getContactMessage,
  listReceivedContactMessages,
  proofOfWorkBits,
  replyToContactMessage,
  sendContact,
  setContactMessageState,
} from "@kakehashi/contract/contact";
import { expect, test } from "vitest";
import { callApi } from "../../test/app.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import { createContactForms } from "./forms.ts";

const { server, testPeople } = await setUpTestServer();

const messageBody = {
  first_name: "Aiko",
  last_name: "Tanaka",
  phone: "090-1234-5678",
  email: "Aiko@Example.com ",
  country: "jp",
  message: "We run three shops and would like to take bookings online.",
};
const sendContactMessage = (changes: object = {}) =>
  callApi(server.app, sendContact, { body: { ...messageBody, ...changes } });
const listStoredMessages = async () => (await testPeople.emma.call(listReceivedContactMessages)).data;

test("a message is stored, mailed to the admins, and answered once", async () => {
  expect(await sendContactMessage()).toMatchObject({ status: 200, data: { received: true } });
  const [message] = await listStoredMessages();
  expect(message).toMatchObject({
    phone: "+819012345678",
    email: "aiko@example.com",
    country: "JP",
    state: "NEW",
    topic: "other",
  });
  const mail = await server.mails.waitForMail(testPeople.emma.email);
  expect(mail).toMatchObject({ subject: "Contact form (Other): Aiko Tanaka", replyTo: "aiko@example.com" });
  expect(mail.text).toContain("three shops");

  const id = message?.id ?? "";
  const replyToMessage = () =>
    testPeople.emma.call(replyToContactMessage, { params: { id }, body: { reply: "Gladly.\nEmma" } });
  const replyResponses = await Promise.all([replyToMessage(), replyToMessage()]);
  expect(replyResponses.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await server.mails.waitForMail("aiko@example.com", 1)).text).toContain("Gladly.\nEmma");
  expect((await listStoredMessages())[0]).toMatchObject({
    state: "ANSWERED",
    replied_by: testPeople.emma.name,
  });
});

test("a name makes no link in the mail to the firm, and nothing reverses the letters of a message", async () => {
  const mailCountBefore = server.mails.sentMails.filter(
    ({ recipient }) => recipient === testPeople.emma.email,
  ).length;
  await server.db.pool.query("delete from staff_mails");
  await sendContactMessage({
    first_name: "https://evil.example/a",
    last_name: "B".repeat(200),
    plan: "evil.example",
    message: "see \u202egpj.exe \ud800",
  });
  expect((await listStoredMessages())[0]?.message).toBe("see gpj.exe \ufffd");
  const mail = await server.mails.waitForMail(testPeople.emma.email, mailCountBefore);
  expect(mail.subject).not.toMatch(/:\/\/|evil\.example|B{61}/);
  expect(mail.text).not.toMatch(/evil\.example|\u202e|B{61}/);
});

test("the plan that somebody asks about is kept, and named in the mail to the firm", async () => {
  const mailCountBefore = server.mails.sentMails.filter(
    ({ recipient }) => recipient === testPeople.emma.email,
  ).length;
  await server.db.pool.query("delete from staff_mails");
  await sendContactMessage({ topic: "consultant", plan: "Dedicated team" });
  expect((await listStoredMessages())[0]).toMatchObject({ topic: "consultant", plan: "Dedicated team" });
  const mail = await server.mails.waitForMail(testPeople.emma.email, mailCountBefore);
  expect(mail.text).toContain("Topic: Consultation · Dedicated team");
});

test.each([
  ["plan", { plan: "x".repeat(201) }],
  ["phone", { phone: "12" }],
  ["phone", { phone: "call me" }],
  ["phone", { phone: "+81 90-1234-5678; DROP TABLE" }],
  ["phone", { phone: "999 999 999 999 999" }],
  ["email", { email: "aiko@" }],
  ["email", { email: "a@example.com\r\nBcc: everyone@example.com" }],
  ["country", { country: "Atlantis" }],
  ["country", { country: "ZZ" }],
  ["first_name", { first_name: "\u200b \u202e" }],
  ["last_name", { last_name: "x".repeat(201) }],
  ["message", { message: "   \n " }],
  ["message", { message: "x".repeat(501) }],
  ["topic", { topic: "spam" }],
  ["admin", { admin: true }],
])("a wrong %s is refused at its field: %j", async (field, changes) => {
  const { status, error } = await sendContactMessage(changes);
  expect(status).toBe(422);
  expect(Object.keys(error?.fields ?? {})).toEqual([field]);
});

test("a field of a megabyte is refused before it is read", async () => {
  expect(await sendContactMessage({ message: "x".repeat(1_000_000) })).toMatchObject({ status: 413 });
});

test("scripts are kept as text, and line breaks in a name cannot reach a mail header", async () => {
  const name = "Eve\r\nBcc: everyone@example.com";
  const message = "<script>alert(1)</script>";
  const mailCountBefore = server.mails.sentMails.filter(
    ({ recipient }) => recipient === testPeople.emma.email,
  ).length;
  // The table `staff_mails` stores when the admins were last mailed. Without a row in it, the next contact message is
  // mailed to them at once.
  await server.db.pool.query("delete from staff_mails");
  expect((await sendContactMessage({ first_name: name, message })).status).toBe(200);
  const mail = await server.mails.waitForMail(testPeople.emma.email, mailCountBefore);
  expect(mail.subject).toBe("Contact form (Other): Eve Bcc: everyone＠example․com Tanaka");
  expect(mail.html).not.toContain("<script>");
  expect((await listStoredMessages())[0]).toMatchObject({ message });
});

test("the limit of 500 counts visible characters", async () => {
  expect((await sendContactMessage({ message: "👩‍👩‍👧".repeat(500) })).status).toBe(200);
});

test("a message with the hidden field filled in is set aside, and its sender is not told", async () => {
  const message = "Cheap watches";
  expect((await sendContactMessage({ website: "https://cheap.example", message })).status).toBe(200);
  expect((await listStoredMessages()).some(({ state }) => state === "SPAM")).toBe(false);
  const { data } = await testPeople.emma.call(listReceivedContactMessages, { query: { state: "SPAM" } });
  expect(data).toMatchObject([{ message }]);
  const mails = await server.db.kysely.selectFrom("mails").select("text_body").execute();
  expect(mails.some(({ text_body }) => text_body.includes(message))).toBe(false);
});

/** Finds a proof in 0.3 s on average. `createHash` would need 1.2 s, and a test may need five proofs. */
function solveProofOfWork(form: string): string {
  for (let number = 0; ; number++) {
    const firstBytes = Number.parseInt(hash("sha256", `${form}:${number}`).slice(0, 8), 16);
    if (Math.clz32(firstBytes) >= proofOfWorkBits) return String(number);
  }
}

test("a form filled in within a second asks for a proof of work, and the proof works for it alone", async () => {
  const { data } = await callApi(server.app, getContactForm);
  const { form } = data;
  expect((await sendContactMessage({ form })).error?.code).toBe("CONTACT.PROOF");
  expect((await sendContactMessage({ form, proof: "1" })).error?.code).toBe("CONTACT.PROOF");
  const proofOfWork = solveProofOfWork(form);
  expect((await sendContactMessage({ form, proof: proofOfWork })).status).toBe(200);
  const otherForm = (await callApi(server.app, getContactForm)).data.form;
  expect((await sendContactMessage({ form: otherForm, proof: proofOfWork })).error?.code).toBe(
    "CONTACT.PROOF",
  );

  const count = (await listStoredMessages()).length;
  expect((await sendContactMessage({ form, proof: proofOfWork })).status).toBe(200);
  expect(await listStoredMessages()).toHaveLength(count);
});

test("a forged form, and a message full of links, are asked for a proof", async () => {
  const messageWithLinks = "https://a.example https://b.example https://c.example";
  expect((await sendContactMessage({ form: "1.2.first.x" })).error?.code).toBe("CONTACT.PROOF");
  expect((await sendContactMessage({ message: messageWithLinks })).error?.code).toBe("CONTACT.PROOF");
});

test("a sender of many messages must send a proof of work, also from different addresses of one network", async () => {
  const sendContactFrom = async (address: string) => {
    const headers = { "x-forwarded-for": address };
    return (await callApi(server.app, sendContact, { body: messageBody, headers })).status;
  };
  for (let number = 1; number <= 8; number++)
    expect(await sendContactFrom(`2001:db8:1:2::${number}`)).toBe(200);
  expect([await sendContactFrom("2001:db8:1:2::9"), await sendContactFrom("2001:db8:1:3::1")]).toEqual([
    422, 200,
  ]);
});

test("a form token states its age and cannot be forged", () => {
  let nowMs = 1_000_000;
  const forms = createContactForms(Buffer.from("key"), () => nowMs);
  const formToken = forms.issue(true);
  nowMs += 25_000;
  expect(forms.read(formToken)).toMatchObject({ ageSeconds: 25, isProofRequested: true });
  expect(forms.read(formToken.replace(/^\d+/, "1"))).toBeNull();
  expect(createContactForms(Buffer.from("other")).read(formToken)).toBeNull();
});

/**
 * Sends a contact message with a proof of work. The server accepts such a message even if this address has already sent
 * many messages.
 */
async function sendContactWithProof(changes: object) {
  const { form } = (await callApi(server.app, getContactForm)).data;
  expect((await sendContactMessage({ ...changes, form, proof: solveProofOfWork(form) })).status).toBe(200);
}

test("messages are found by name, address and words, in one state and page by page", async () => {
  await sendContactWithProof({
    first_name: "Linh",
    last_name: "Đỗ",
    email: "linh@shop.example",
    message: "100% of the budget",
  });
  const listMessages = async (query: Record<string, string>) =>
    (await testPeople.emma.call(listReceivedContactMessages, { query })).data;
  for (const search of ["linh đỗ", "ĐỖ linh", "SHOP.example", "100% of"])
    expect((await listMessages({ search })).map(({ email }) => email)).toEqual(["linh@shop.example"]);
  expect(await listMessages({ search: "%" })).toHaveLength(1);
  expect(await listMessages({ search: "Linh", state: "ANSWERED" })).toEqual([]);
  const { meta } = await testPeople.emma.call(listReceivedContactMessages, {
    query: { paging: "1", page: "2" },
  });
  expect(meta).toMatchObject({ page: 2, paging: 1, has_more: true });
  expect((await testPeople.emma.call(listReceivedContactMessages, { query: { state: "LOST" } })).status).toBe(
    422,
  );
});

test("a reply goes out in the sender's language, and its line breaks reach no header", async () => {
  await sendContactWithProof({
    email: "an@shop.example",
    first_name: "An",
    last_name: "Nguyễn\r\nBcc: x@y.example",
    language: "vi",
  });
  const [message] = await listStoredMessages();
  const params = { id: message?.id ?? "" };
  const reply = "Vâng.\r\nBcc: everyone@example.com\r\n\r\n<script>alert(1)</script>";
  expect((await testPeople.emma.call(replyToContactMessage, { params, body: { reply: "  " } })).status).toBe(
    422,
  );
  expect((await testPeople.emma.call(replyToContactMessage, { params, body: { reply } })).data).toMatchObject(
    {
      state: "ANSWERED",
      reply,
      replied_by: testPeople.emma.name,
    },
  );
  const mail = await server.mails.waitForMail("an@shop.example", 1);
  expect(mail.subject).toBe("Về tin nhắn bạn gửi Kakehashi");
  expect(mail.recipient).toBe("an@shop.example");
  expect(mail.html).not.toContain("<script>");
  expect((await testPeople.emma.call(getContactMessage, { params })).data).toMatchObject({ reply });
  const { rows } = await server.db.pool.query(
    "select action from audit_log where subject_id = $1 order by created_at",
    [params.id],
  );
  expect(rows).toEqual([{ action: "contact.reply" }]);
});

test("a sender gets a receipt in the language of their form, with nothing of what was typed", async () => {
  const email = "receipt@shop.example";
  const spamFields = {
    first_name: "Buy-watches",
    last_name: "at-cheap.example",
    message: "Visit cheap.example",
  };
  await sendContactWithProof({ ...spamFields, email, language: "ja", topic: "project" });
  const mail = await server.mails.waitForMail(email);
  expect(mail.subject).toBe("お問い合わせを受け付けました");
  expect(mail.text).toContain("内容：プロジェクト");
  expect(mail.replyTo).toBeNull();
  for (const spamWords of ["watches", "cheap.example"])
    expect(mail.text + mail.html).not.toContain(spamWords);
});

test("an address gets one receipt a day, however many messages name it", async () => {
  const mailbox = "flooded@shop.example";
  const emailAddresses = [mailbox, "flooded+1@shop.example", "flooded+2@shop.example", mailbox];
  const messagesWithProof: object[] = [];
  for (const email of emailAddresses) {
    const { form } = (await callApi(server.app, getContactForm)).data;
    messagesWithProof.push({ email, form, proof: solveProofOfWork(form) });
  }
  const sendResponses = await Promise.all(messagesWithProof.map(sendContactMessage));
  expect(sendResponses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const query =
    "select recipient from mails where template = 'contact_receipt' and recipient like 'flooded%'";
  expect((await server.db.pool.query(query)).rows).toHaveLength(1);
  const mailAgingQuery =
    "update mails set created_at = now() - interval '25 hours' where recipient like 'flooded%'";
  await server.db.pool.query(mailAgingQuery);
  await sendContactWithProof({ email: mailbox });
  expect((await server.db.pool.query(query)).rows).toHaveLength(2);
});

test("a bot that fills in every field causes no mail", async () => {
  const email = "victim@shop.example";
  expect((await sendContactMessage({ email, website: "https://cheap.example" })).status).toBe(200);
  const { rows } = await server.db.pool.query("select 1 from mails where recipient = $1", [email]);
  expect(rows).toEqual([]);
});

test("only admins read, move and answer messages", async () => {
  const id = (await listStoredMessages())[0]?.id ?? "";
  for (const person of [testPeople.aiko, testPeople.an, testPeople.linh, testPeople.kenji]) {
    expect((await person.call(listReceivedContactMessages)).status).toBe(403);
    expect((await person.call(getContactMessage, { params: { id } })).status).toBe(403);
    expect(
      (await person.call(setContactMessageState, { params: { id }, body: { state: "SPAM" } })).status,
    ).toBe(403);
    expect((await person.call(replyToContactMessage, { params: { id }, body: { reply: "x" } })).status).toBe(
      403,
    );
  }
  expect((await callApi(server.app, listReceivedContactMessages)).status).toBe(401);
  const stateChangeResponse = await testPeople.emma.call(setContactMessageState, {
    params: { id },
    body: { state: "IN_PROGRESS" },
  });
  expect(stateChangeResponse.data.state).toBe("IN_PROGRESS");
  const unknownMessage = { params: { id: "00000000-0000-7000-8000-000000000000" } };
  expect((await testPeople.emma.call(getContactMessage, unknownMessage)).status).toBe(404);
  expect(
    (await testPeople.emma.call(setContactMessageState, { ...unknownMessage, body: { state: "NEW" } }))
      .status,
  ).toBe(404);
  expect(
    (await testPeople.emma.call(replyToContactMessage, { ...unknownMessage, body: { reply: "x" } })).status,
  ).toBe(404);
});
