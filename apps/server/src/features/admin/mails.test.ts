import { listMails, resendMail } from "@kakehashi/contract/admin";
import { forgotPassword } from "@kakehashi/contract/auth";
import { expect, test } from "vitest";
import { call } from "../../test/app.ts";
import { openWorld } from "../../test/open-world.ts";

const { server, world } = await openWorld();

test("mail that fails says why, is tried again, and can be sent again; its words stay its receiver's", async () => {
  await call(server.app, forgotPassword, { body: { email: world.aiko.email } });
  await server.mails.next(world.aiko.email);
  const { data } = await world.emma.call(listMails, { query: { search: "AIKO@" } });
  const [mail] = data;
  expect(mail).toMatchObject({ recipient: world.aiko.email, template: "reset" });
  expect(JSON.stringify(data)).not.toContain("token=");
  // The mail is in the postbox a moment before its row says so; what is written before that would be overwritten.
  const isSent = async () => {
    const { rows } = await server.db.pool.query(
      "select sent_at is not null as sent from mails where id = $1",
      [mail?.id],
    );
    return rows[0]?.sent;
  };
  await expect.poll(isSent).toBe(true);
  await server.db.pool.query(
    "update mails set sent_at = null, last_error = 'refused', attempts = 3 where id = $1",
    [mail?.id],
  );
  expect((await world.emma.call(listMails, { query: { state: "FAILED" } })).data).toMatchObject([
    { id: mail?.id, last_error: "refused", attempts: 3 },
  ]);
  await world.emma.call(resendMail, { params: { id: mail?.id ?? "" } });
  await server.mails.next(world.aiko.email, 1);
});
