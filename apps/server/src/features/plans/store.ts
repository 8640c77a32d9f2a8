import type { PricePlan, PricePlanBody } from "@kakehashi/contract/plans";
import { maximumPricePlans } from "@kakehashi/contract/plans";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { toJson } from "../../kit/db/json.ts";

export async function listPricePlans(db: Executor): Promise<PricePlan[]> {
  const rows = await db
    .selectFrom("price_plans")
    .select(["id", "shown", "amount", "currency", "period", "words_en", "words_vi", "version", "updated_at"])
    .select((eb) =>
      eb
        .selectFrom("users")
        .select("name")
        .whereRef("users.id", "=", "price_plans.changed_by")
        .as("changed_by"),
    )
    .orderBy("position")
    .orderBy("id")
    .limit(maximumPricePlans)
    .execute();
  return rows.map(({ words_en, words_vi, amount, period, updated_at, ...row }) => ({
    ...row,
    updated_at: updated_at.toISOString(),
    amount: amount === null ? null : Number(amount),
    period,
    words: { en: words_en, vi: words_vi },
  }));
}

/** Converts the fields of a plan to columns. Without an amount, the plan has neither currency nor period. */
function toPlanRow({ words, amount, currency, period, shown }: PricePlanBody) {
  return {
    shown,
    amount,
    currency: amount === null ? null : currency,
    period: amount === null ? null : period,
    words_en: toJson(words.en),
    words_vi: toJson(words.vi),
  };
}

export function insertPlan(db: Executor, id: string, plan: PricePlanBody, changedBy: string | null) {
  const position = sql<number>`(select coalesce(max(position), 0) + 1 from price_plans)`;
  return db
    .insertInto("price_plans")
    .values({ id, position, ...toPlanRow(plan), changed_by: changedBy })
    .execute();
}

/** Locks a price plan until the transaction ends. Returns the plan's version. */
export async function lockPlanAndReadVersion(db: Executor, id: string): Promise<number | undefined> {
  const row = await db
    .selectFrom("price_plans")
    .select("version")
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  return row?.version;
}

export function updatePlan(db: Executor, id: string, plan: PricePlanBody, changedBy: string | null) {
  return db
    .updateTable("price_plans")
    .set({ ...toPlanRow(plan), changed_by: changedBy, updated_at: sql`now()`, version: sql`version + 1` })
    .where("id", "=", id)
    .execute();
}

export async function deletePlan(db: Executor, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom("price_plans").where("id", "=", id).executeTakeFirst();
  return numDeletedRows > 0n;
}

export function setPlanOrder(db: Executor, ids: readonly string[]) {
  return sql`update price_plans as p set position = o.position
    from (select id, row_number() over (order by array_position(${ids}::uuid[], id) nulls last, position) as position
      from price_plans) o where o.id = p.id`.execute(db);
}
