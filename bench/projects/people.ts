import { randomUUID } from "node:crypto";
import type { Database } from "../../apps/server/src/kit/db/database.ts";
import { newId } from "../../apps/server/src/kit/ids.ts";
import { createRandomText, pickByRank, randomIntegerBelow, sampleSkills } from "./workspace.ts";

const memberRoles = ["dev", "comtor", "brse"] as const;

/** Inserts people whose profiles are accepted, so that they may join projects. Returns their ids. */
export async function addPeople(db: Database, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId());
  await db.kysely
    .insertInto("users")
    .values(
      ids.map((id, index) => ({
        id,
        email: `${index}@bench.example`,
        name: `Person ${index}`,
        role: memberRoles[index % memberRoles.length],
        live_endpoint: randomUUID(),
        confirmed_at: new Date(),
      })),
    )
    .execute();
  const pickRandomSkills = () =>
    Array.from({ length: 1 + randomIntegerBelow(6) }, () => pickByRank(sampleSkills)).join(", ");
  await db.kysely
    .insertInto("profiles")
    .values(
      ids.map((user_id) => ({
        id: newId(),
        user_id,
        status: "ACCEPTED" as const,
        description: `${createRandomText("en", 20 + randomIntegerBelow(60))} ${pickRandomSkills()}`,
      })),
    )
    .execute();
  return ids;
}
