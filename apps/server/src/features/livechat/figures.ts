import type { LivechatFigures } from "@kakehashi/contract/bot-livechat-figures";
import { findTimeZone } from "@kakehashi/contract/user-settings";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { completePeriod, type RequestedPeriod } from "../../kit/figure-period.ts";
import { type Bots, findTodaysDate } from "../bots/service.ts";
import type { Users } from "../users/service.ts";
import type { LivechatActor } from "./dependencies.ts";
import { readFigures } from "./figures-store.ts";

/**
 * Reports how many talks visitors of a bot began, how soon people answered, and how soon the talks were closed. The
 * days are those in the time zone of the bot's business hours. For a bot without business hours, they are those in the
 * reader's time zone.
 */
export const createFigures =
  (db: Kysely<DB>, bots: Pick<Bots, "require">, users: Pick<Users, "getAccount">) =>
  async (
    person: LivechatActor,
    botId: string,
    requestedPeriod: RequestedPeriod & { readonly time_zone?: string | undefined },
  ): Promise<LivechatFigures> => {
    const { hours } = await bots.require(db, person, botId, "answer");
    const time_zone =
      hours?.time_zone ??
      requestedPeriod.time_zone ??
      findTimeZone(await users.getAccount(person.userId)) ??
      "UTC";
    const { from, to } = completePeriod(requestedPeriod, findTodaysDate({ time_zone }));
    const figures = await readFigures(db, botId, { from, to, timeZone: time_zone });
    return { from, to, time_zone, ...figures };
  };
