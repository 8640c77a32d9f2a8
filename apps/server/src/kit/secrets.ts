import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { DB } from "./db/schema.generated.ts";

/** A key of 256 bits that every process of this installation shares; the first to ask makes it. */
export async function sharedSecret(db: Kysely<DB>, name: string): Promise<Uint8Array> {
  await db
    .insertInto("secrets")
    .values({ name, value: randomBytes(32) })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  const { value } = await db
    .selectFrom("secrets")
    .select("value")
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
  return new Uint8Array(value);
}
