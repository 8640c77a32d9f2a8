import type { ChannelFigures } from "@kakehashi/contract/channel-figures";
import type { OutsidePlatform } from "@kakehashi/contract/channel-states";
import { findTimeZone } from "@kakehashi/contract/user-settings";
import { createNotFoundError } from "../../kit/errors.ts";
import { completePeriod, type RequestedPeriod } from "../../kit/figure-period.ts";
import { findTodaysDate } from "../bots/service.ts";
import type { ChannelDependencies } from "./dependencies.ts";
import { readFigures } from "./figures-store.ts";
import type { TalkReader } from "./talk-query.ts";

interface FiguresQuery extends RequestedPeriod {
  readonly page_id?: string | undefined;
  readonly platform?: OutsidePlatform | undefined;
  readonly time_zone?: string | undefined;
}

/**
 * Returns a function that reports how many conversations people on platforms began, how soon these were answered and
 * closed, and which messages could not be sent. Days and hours are in the reader's time zone, because one report may
 * cover pages in several countries.
 */
export const createFiguresReader =
  ({ db, users }: Pick<ChannelDependencies, "db" | "users">) =>
  async (reader: TalkReader, figuresQuery: FiguresQuery): Promise<ChannelFigures> => {
    const time_zone = figuresQuery.time_zone ?? findTimeZone(await users.getAccount(reader.userId)) ?? "UTC";
    const { from, to } = completePeriod(figuresQuery, findTodaysDate({ time_zone }));
    const pageId = figuresQuery.page_id ?? null;
    const figures = await readFigures(db, {
      reader,
      pageId,
      platform: figuresQuery.platform ?? null,
      period: { from, to, timeZone: time_zone },
    });
    if (pageId !== null && figures.pages.length === 0) throw createNotFoundError();
    return { from, to, time_zone, ...figures };
  };
