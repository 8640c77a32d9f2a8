import type {
  PricePlan,
  PricePlanBody,
  PricePlanChanges,
  PricePlanInLanguage,
} from "@kakehashi/contract/plans";
import type { SiteLanguage } from "@kakehashi/contract/site";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, createNotFoundError } from "../../kit/errors.ts";
import { newId } from "../../kit/ids.ts";
import { type AuditAuthor, recordAudit } from "../audit/service.ts";
import type { Events } from "../events/service.ts";
import * as store from "./store.ts";

export type PricePlans = ReturnType<typeof createPricePlans>;

/** Manages the price plans on the public price page. */
export function createPricePlans({ db, events }: { db: Kysely<DB>; events: Events }) {
  async function findPlan(id: string): Promise<PricePlan> {
    const plan = (await store.listPricePlans(db)).find((plan) => plan.id === id);
    if (!plan) throw createNotFoundError();
    return plan;
  }

  /** Runs a change of a plan and writes its audit log entry in the same transaction. */
  async function changePlans(
    author: AuditAuthor,
    action: "add" | "change" | "remove" | "order",
    id: string | null,
    changeRows: (tx: Kysely<DB>) => Promise<unknown>,
    details: Readonly<Record<string, unknown>> = {},
  ): Promise<void> {
    await db.transaction().execute(async (tx) => {
      if ((await changeRows(tx)) === false) throw createNotFoundError();
      await recordAudit(tx, author, `plan.${action}`, id, details);
    });
    events.publish("SiteChanged", {});
  }

  return {
    all: () => store.listPricePlans(db),

    async findForReader(language: SiteLanguage): Promise<PricePlanInLanguage[]> {
      const plans = await store.listPricePlans(db);
      return plans
        .filter(({ shown }) => shown)
        .map(({ id, words, amount, currency, period }) => ({
          id,
          ...words[language],
          amount,
          currency,
          period,
        }));
    },

    async add(body: PricePlanBody, author: AuditAuthor): Promise<PricePlan> {
      const id = newId();
      const details = { title: body.words.en.title };
      await changePlans(author, "add", id, (tx) => store.insertPlan(tx, id, body, author.userId), details);
      return findPlan(id);
    },

    async change(
      id: string,
      { version, ...plan }: PricePlanChanges,
      author: AuditAuthor,
    ): Promise<PricePlan> {
      const details = { title: plan.words.en.title, shown: plan.shown, amount: plan.amount };
      const updatePlan = async (tx: Kysely<DB>) => {
        const currentVersion = await store.lockPlanAndReadVersion(tx, id);
        if (currentVersion === undefined) return false;
        if (version !== undefined && version !== currentVersion) throw new AppError("PLAN.CHANGED");
        await store.updatePlan(tx, id, plan, author.userId);
        return true;
      };
      await changePlans(author, "change", id, updatePlan, details);
      return findPlan(id);
    },

    async remove(id: string, author: AuditAuthor): Promise<void> {
      const { words } = await findPlan(id);
      await changePlans(author, "remove", id, (tx) => store.deletePlan(tx, id), { title: words.en.title });
    },

    async order(ids: readonly string[], author: AuditAuthor): Promise<PricePlan[]> {
      await changePlans(author, "order", null, (tx) => store.setPlanOrder(tx, ids), { ids });
      return store.listPricePlans(db);
    },
  };
}
