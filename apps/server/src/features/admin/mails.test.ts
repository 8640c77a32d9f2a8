import { listMails, resendMail } from "@kakehashi/contract/admin";
import { requestPasswordReset, signUp } from "@kakehashi/contract/auth";
import { expect, test } from "vitest";
import { callApi } from "../../test/app.ts";
import { setUpTestServer } from "../../test/open-world.ts";

const { server, testPeople } = await setUpTestServer();

async function findMailRow(recipient: string) {
  const { rows } = await server.db.pool.query(
    "select id, sent_at is not null as sent, text_body || html_body as words from mails where recipient = $1",
    [recipient],
  );
  return rows[0];
}

test("a failed mail shows its reason and can be sent again, without showing its text", async () => {
  const mailsToRefuse = { times: 1 };
  server.mails.onMail = () => {
    if (mailsToRefuse.times-- > 0) throw new Error("mailbox full");
  };
  await callApi(server.app, requestPasswordReset, { body: { email: testPeople.aiko.email } });
  const listFailedMails = async () =>
    (await testPeople.emma.call(listMails, { query: { state: "FAILED" } })).data;
  await expect
    .poll(listFailedMails)
    .toMatchObject([
      { recipient: testPeople.aiko.email, template: "reset", last_error: "mailbox full", attempts: 1 },
    ]);
  const [mail] = await listFailedMails();
  expect(JSON.stringify(mail)).not.toContain("token=");
  expect((await findMailRow(testPeople.aiko.email)).words).toContain("token=");
  expect((await testPeople.emma.call(resendMail, { params: { id: mail?.id ?? "" } })).status).toBe(200);
  await server.mails.waitForMail(testPeople.aiko.email);
  server.jobErrors.length = 0;
});

test("the text of a sent mail is not kept, and it cannot be sent again", async () => {
  const email = "somebody.new@kakehashi.example";
  const originalMail = {
    email,
    password: "Harbour-Lights-88",
    confirm_password: "Harbour-Lights-88",
    language: "vi",
  };
  await callApi(server.app, signUp, { body: originalMail });
  await server.mails.waitForMail(email);
  // The server marks the mail's row as sent a moment after the mail server has the mail. So the test waits for the
  // mark.
  await expect.poll(() => findMailRow(email)).toMatchObject({ sent: true, words: "" });
  const { id } = await findMailRow(email);
  expect((await testPeople.emma.call(resendMail, { params: { id } })).status).toBe(404);
  const listMailJobs = async () =>
    (await server.db.pool.query("select data from pgboss.job where data ->> 'email' = $1", [email])).rows;
  await expect.poll(listMailJobs).toEqual([]);
});
