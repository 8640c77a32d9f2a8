import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "../../kit/db/database.ts";
import { newId, newSecret } from "../../kit/ids.ts";
import { isEmailReserved, lockEmailAddresses } from "./email-change-store.ts";
import { hashPassword } from "./passwords.ts";

/**
 * The key of the advisory lock for adding the first admin. If two processes start at once, only one adds an
 * admin.
 */
const firstAdminLockKey = 4_217_004;
/**
 * The e-mail address of the admin if the configuration names none. `.invalid` never has a mailbox (RFC 2606).
 */
const defaultAdminEmail = "admin@kakehashi.invalid";

const normalizeEmail = (email: string) => email.normalize("NFC").trim().toLowerCase();

/**
 * E-mail domains without a mailbox (RFC 2606): the domains of the generated admin and of the demo's admins.
 */
const domainsWithoutMailbox = ["%.invalid", "%.example"];

/**
 * Adds an admin if there is none. If the configuration names an admin, admins that were generated or added by the demo
 * do not count as existing. Any other admin counts, even with another e-mail address: it may be the configured admin,
 * who has changed the address since. Returns the added admin, with the password if it was generated here. Returns null
 * if no admin was added.
 */
export async function ensureAdmin(
  db: Database,
  configuredAdmin: { email: string; password: string | null } | null,
): Promise<{ email: string; password: string | null } | null> {
  return db.kysely.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${firstAdminLockKey})`.execute(tx);
    const existingAdmin = await tx
      .selectFrom("users")
      .select("id")
      .where((eb) => {
        const isAdmin = eb("role", "=", "admin");
        if (!configuredAdmin) return isAdmin;
        const mailboxCondition = eb.and(
          domainsWithoutMailbox.map((domainPattern) => eb("email", "not like", domainPattern)),
        );
        return eb.or([
          eb("email", "=", normalizeEmail(configuredAdmin.email)),
          eb.and([isAdmin, mailboxCondition]),
        ]);
      })
      .limit(1)
      .executeTakeFirst();
    if (existingAdmin) return null;
    const email = normalizeEmail(configuredAdmin?.email ?? defaultAdminEmail);
    await lockEmailAddresses(tx, email);
    if (await isEmailReserved(tx, email, null)) return null;
    const password = configuredAdmin?.password ?? `Admin-${randomBytes(9).toString("base64url")}-7a`;
    await tx
      .insertInto("users")
      .values({
        id: newId(),
        email,
        name: "Admin",
        role: "admin",
        account_type: "PERSONAL",
        password_hash: await hashPassword(password),
        live_endpoint: newSecret(),
        confirmed_at: new Date(),
      })
      .execute();
    return { email, password: configuredAdmin?.password ? null : password };
  });
}
