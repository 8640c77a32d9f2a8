import { resetPassword, signIn } from "@kakehashi/contract/auth";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { hashSecret, newSecret } from "../../kit/ids.ts";
import { call } from "../../test/app.ts";
import { openWorld } from "../../test/open-world.ts";
import { password } from "../../test/world.ts";

const { server, world } = await openWorld();

test("a sign-in with the old password that is under way during a reset opens no session", async () => {
  const { kysely } = server.db;
  const { id, email } = world.an;
  const token = newSecret();
  await kysely
    .insertInto("mail_links")
    .values({
      hash: hashSecret(token),
      user_id: id,
      purpose: "reset",
      expires_at: sql<Date>`now() + interval '1 hour'`,
    })
    .execute();
  // A sign-in whose password was right forgets its attempts: there it is held until the reset has committed.
  await sql`create function hold_sign_in() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock(1); return old; end $$`.execute(kysely);
  await sql`create trigger hold before delete on attempts for each row execute function hold_sign_in()`.execute(
    kysely,
  );
  const holder = await server.db.pool.connect();
  await holder.query("select pg_advisory_lock(1)");
  const entering = call(server.app, signIn, { body: { email, password, service: "kakehashi" } });
  await expect
    .poll(async () => {
      const { rows } = await holder.query(
        "select 1 from pg_locks where locktype = 'advisory' and not granted",
      );
      return rows.length;
    })
    .toBe(1);
  const chosen = "Kawa2026x";
  const resetting = call(server.app, resetPassword, {
    body: { token, password: chosen, confirm_password: chosen },
  });
  await expect
    .poll(async () => {
      const { rows } = await holder.query(
        "select 1 from mail_links where user_id = $1 and used_at is not null",
        [id],
      );
      return rows.length;
    })
    .toBe(1);
  await holder.query("select pg_advisory_unlock(1)");
  holder.release();
  expect((await resetting).status).toBe(200);
  expect(await entering).toMatchObject({ status: 401, error: { code: "AUTH.CREDENTIALS" } });
});
