import type { LivechatFigures } from "@kakehashi/contract/bot-livechat-figures";
import { timeZoneOf } from "@kakehashi/contract/user-settings";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { completePeriod, type RequestedPeriod } from "../../kit/figure-period.ts";
import { type Bots, todayOf } from "../bots/service.ts";
import type { Users } from "../users/service.ts";
import type { Person } from "./dependencies.ts";
import { readFigures } from "./figures-store.ts";

/**
 * Reports how many talks a bot's visitors began, and how soon people answered and closed the talks. A bot without
 * business hours has no time zone of its own, so its days are those of the reader.
 */
export const createFigures =
  (db: Kysely<DB>, bots: Pick<Bots, "require">, users: Pick<Users, "getAccount">) =>
  async (
    person: Person,
    botId: string,
    asked: RequestedPeriod & { readonly time_zone?: string | undefined },
  ): Promise<LivechatFigures> => {
    const { hours } = await bots.require(db, person, botId, "answer");
    const time_zone =
      hours?.time_zone ?? asked.time_zone ?? timeZoneOf(await users.getAccount(person.userId)) ?? "UTC";
    const { from, to } = completePeriod(asked, todayOf({ time_zone }));
    const figures = await readFigures(db, botId, { from, to, timeZone: time_zone });
    return { from, to, time_zone, ...figures };
  };
