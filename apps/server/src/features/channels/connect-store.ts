import { channelConnectionTimeoutMinutes } from "@kakehashi/contract/channel-pages";
import type { OutsidePlatform } from "@kakehashi/contract/channel-states";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import type { EncryptedSecret } from "../../kit/secrets.ts";

export interface ConnectAttemptRow {
  readonly user_id: string;
  readonly bot_id: string;
  readonly platform: OutsidePlatform;
  readonly key_id: string;
  readonly secret: Buffer;
}

export async function insertConnectAttempt(
  tx: Executor,
  connectAttempt: {
    stateHash: Buffer;
    userId: string;
    botId: string;
    platform: OutsidePlatform;
    encryptedData: EncryptedSecret;
  },
): Promise<void> {
  const { stateHash, userId, botId, platform, encryptedData } = connectAttempt;
  await sql`
    insert into channel_connects (state_hash, user_id, bot_id, platform, key_id, secret)
    values (${stateHash}, ${userId}, ${botId}, ${platform}, ${encryptedData.key_id}, ${encryptedData.value})`.execute(
    tx,
  );
}

/**
 * Returns the person's own attempt to connect pages, if the attempt has not expired. Locks it until the transaction
 * ends.
 */
export async function lockConnectAttempt(
  tx: Executor,
  stateHash: Buffer,
  userId: string,
): Promise<ConnectAttemptRow | undefined> {
  const { rows } = await sql<ConnectAttemptRow>`
    select user_id, bot_id, platform, key_id, secret from channel_connects
    where state_hash = ${stateHash} and user_id = ${userId}
      and created_at > now() - make_interval(mins => ${channelConnectionTimeoutMinutes}) for update`.execute(
    tx,
  );
  return rows[0];
}

export async function updateConnectAttemptSecret(
  tx: Executor,
  stateHash: Buffer,
  encryptedSecret: EncryptedSecret,
): Promise<void> {
  await sql`
    update channel_connects set key_id = ${encryptedSecret.key_id}, secret = ${encryptedSecret.value}
    where state_hash = ${stateHash}`.execute(tx);
}

export async function deleteConnectAttempt(tx: Executor, stateHash: Buffer): Promise<void> {
  await sql`delete from channel_connects where state_hash = ${stateHash}`.execute(tx);
}

/** Deletes expired attempts to connect pages. Returns how many. */
export async function deleteOldConnectAttempts(db: Executor): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from channel_connects
    where created_at <= now() - make_interval(mins => ${channelConnectionTimeoutMinutes})`.execute(db);
  return Number(numAffectedRows ?? 0);
}
