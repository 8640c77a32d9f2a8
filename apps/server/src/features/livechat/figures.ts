import type { LivechatFigures } from "@kakehashi/contract/bot-livechat-figures";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { type AskedPeriod, periodOf } from "../../kit/figure-period.ts";
import { type Bots, todayOf } from "../bots/service.ts";
import * as store from "./figures-store.ts";
import type { Person } from "./service.ts";

/** Reports how many talks a bot's visitors began, and how soon people answered and closed them. */
export const createFigures =
  (db: Kysely<DB>, bots: Pick<Bots, "require">) =>
  async (person: Person, botId: string, asked: AskedPeriod): Promise<LivechatFigures> => {
    const { hours } = await bots.require(db, person, botId, "answer");
    const { from, to } = periodOf(asked, todayOf(hours));
    const time_zone = hours?.time_zone ?? "UTC";
    const period: store.Period = { botId, from, to, timeZone: time_zone };
    const [total, days, byHour, agents, ratings] = await Promise.all([
      store.readTotal(db, period),
      store.readDays(db, period),
      store.readHours(db, period),
      store.readAgents(db, period),
      store.readRatings(db, period),
    ]);
    return { from, to, time_zone, total, days, hours: byHour, agents, ratings };
  };
