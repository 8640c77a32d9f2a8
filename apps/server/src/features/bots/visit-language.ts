import type { LanguageEvent } from "@kakehashi/contract/flows/session";
import type { Language } from "@kakehashi/contract/languages";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { notFound } from "../../kit/errors.ts";
import * as store from "./session-store.ts";
import type { Talks } from "./talks.ts";
import { insertTurn } from "./turn-store.ts";
import { todayOf } from "./turns.ts";
import { requireRoomForTurn } from "./visitor-files.ts";

interface Dependencies {
  readonly db: Kysely<DB>;
  sessionOf(botId: string, token: string | undefined): Promise<string>;
  talks(): Talks | null;
  /** Wakes the calls that wait for this session. */
  announceSession(sessionId: string): void;
}

export function createVisitLanguage({ db, sessionOf, talks, announceSession }: Dependencies) {
  /**
   * Sets the language that a visitor has chosen, if the bot speaks it. Returns the one that the bot speaks to them. It
   * is a turn, so that a replay knows in which language each text was said.
   */
  return async function setLanguage(
    botId: string,
    token: string | undefined,
    language: Language,
  ): Promise<Language> {
    const id = await sessionOf(botId, token);
    const publish = await db.transaction().execute(async (tx) => {
      const session = await store.lockSession(tx, id);
      if (!session) throw notFound();
      const { state, languages, hours, conversation_id: conversationId } = session;
      if (state.language === language || !languages.includes(language)) return { spoken: state.language };
      await requireRoomForTurn(tx, session);
      const event: LanguageEvent = {
        type: "language",
        today: todayOf(hours),
        from: state.language,
        language,
      };
      await insertTurn(
        tx,
        { id, save: store.runningSaveOf(session), state: { ...state, language } },
        { number: session.turn_count + 1, event, effects: [], ran: [], client_id: null },
      );
      const tell = conversationId && (await talks()?.setLanguage(tx, conversationId, language));
      return { spoken: language, ...(tell && { tell }) };
    });
    announceSession(id);
    await publish.tell?.();
    return publish.spoken;
  };
}
