import type { ActionOnBot } from "@kakehashi/contract/bot-permissions";
import {
  type BotSessionsQuery,
  type BotSessionTurn,
  maximumSessionTurnsPerPage,
} from "@kakehashi/contract/bot-sessions";
import type { Bot } from "@kakehashi/contract/bots";
import type { FlowSession, SavedFlowReference } from "@kakehashi/contract/flows/session";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { createNotFoundError } from "../../kit/errors.ts";
import { firstFittingItems } from "../../kit/http/list-bytes.ts";
import * as store from "./session-view-store.ts";
import type { BotReader } from "./store.ts";
import { findTurn, listTurns, type TurnRow } from "./turn-store.ts";

interface SessionViewsDependencies {
  readonly db: Kysely<DB>;
  find(executor: Kysely<DB>, reader: BotReader, id: string, action: ActionOnBot): Promise<Bot>;
}

type SessionRowWithDates = {
  created_at: Date;
  last_at: Date;
  session: FlowSession;
  began_with: FlowSession | null;
};
const toRowWithIsoDates = <T extends SessionRowWithDates>({
  session: _,
  began_with: __,
  created_at,
  last_at,
  ...row
}: T) => ({
  ...row,
  created_at: created_at.toISOString(),
  last_at: last_at.toISOString(),
});

const toSessionTurn = ({ number, event, effects, ran, created_at }: TurnRow): BotSessionTurn => ({
  number,
  event,
  effects,
  ran,
  created_at: created_at.toISOString(),
});

/** Shows the sessions of visitors to the people who work on the bot: each event, and what the bot did then. */
export function createSessionViews({ db, find }: SessionViewsDependencies) {
  async function findSession(reader: BotReader, botId: string, id: string) {
    await find(db, reader, botId, "read");
    const foundSession = await store.findSessionView(db, botId, id);
    if (!foundSession) throw createNotFoundError();
    return foundSession;
  }

  return {
    async list(reader: BotReader, botId: string, { page, paging, ...filter }: BotSessionsQuery) {
      await find(db, reader, botId, "read");
      const offset = (page - 1) * paging;
      const { rows, total } = await store.listSessions(db, botId, filter, { offset, limit: paging });
      return {
        data: rows.map(toRowWithIsoDates),
        meta: { page, paging, total, has_more: offset + rows.length < total },
      };
    },

    async view(reader: BotReader, botId: string, id: string) {
      const foundSession = await findSession(reader, botId, id);
      return {
        ...toRowWithIsoDates(foundSession),
        session: foundSession.session,
        began_with: foundSession.began_with,
      };
    },

    /** Returns the session's turns after number `sinceNumber`, as many as fit into one API response. */
    async listTurns(reader: BotReader, botId: string, id: string, sinceNumber: number) {
      await findSession(reader, botId, id);
      const rows = await listTurns(db, id, sinceNumber, maximumSessionTurnsPerPage);
      const { data } = firstFittingItems(rows.map(toSessionTurn));
      const lastSession = data.at(-1);
      const has_more =
        lastSession !== undefined &&
        (await findTurn(db, id, { number: lastSession.number + 1 })) !== undefined;
      return { data, meta: { has_more } };
    },

    async getFlow(
      reader: BotReader,
      botId: string,
      id: string,
      savePlace: SavedFlowReference,
    ): Promise<store.SessionFlowVersion> {
      await findSession(reader, botId, id);
      const foundFlow = await store.findFlowVersionOfSession(db, id, savePlace);
      if (!foundFlow) throw createNotFoundError();
      return foundFlow;
    },
  };
}
