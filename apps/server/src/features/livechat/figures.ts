import type { LivechatFigures } from "@kakehashi/contract/bot-livechat-figures";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { type AskedPeriod, periodOf } from "../../kit/figure-period.ts";
import { type Bots, todayOf } from "../bots/service.ts";
import { readFigures } from "./figures-store.ts";
import type { Person } from "./service.ts";

/** Reports how many talks a bot's visitors began, and how soon people answered and closed them. */
export const createFigures =
  (db: Kysely<DB>, bots: Pick<Bots, "require">) =>
  async (person: Person, botId: string, asked: AskedPeriod): Promise<LivechatFigures> => {
    const { hours } = await bots.require(db, person, botId, "answer");
    const { from, to } = periodOf(asked, todayOf(hours));
    const time_zone = hours?.time_zone ?? "UTC";
    const figures = await readFigures(db, botId, { from, to, timeZone: time_zone });
    return { from, to, time_zone, ...figures };
  };
