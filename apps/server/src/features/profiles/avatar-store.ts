import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";

/** Replaces a person's picture. The URL of the old picture becomes invalid. */
export async function replaceAvatar(
  db: Executor,
  userId: string,
  picture: { name: string; bytes: Buffer; address: string },
): Promise<void> {
  const { name, bytes } = picture;
  await db
    .insertInto("avatars")
    .values({ name, user_id: userId, bytes })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ name, bytes, created_at: sql`now()` }))
    .execute();
  await db.updateTable("users").set({ avatar: picture.address }).where("id", "=", userId).execute();
}

export async function removeAvatar(db: Executor, userId: string): Promise<void> {
  await db.deleteFrom("avatars").where("user_id", "=", userId).execute();
  await db.updateTable("users").set({ avatar: null }).where("id", "=", userId).execute();
}

/** Returns the bytes of a person's picture. */
export async function findAvatarOf(db: Executor, userId: string): Promise<Buffer | undefined> {
  const row = await db.selectFrom("avatars").select("bytes").where("user_id", "=", userId).executeTakeFirst();
  return row?.bytes;
}

export async function findAvatarByName(db: Executor, name: string): Promise<Buffer | undefined> {
  const row = await db.selectFrom("avatars").select("bytes").where("name", "=", name).executeTakeFirst();
  return row?.bytes;
}
