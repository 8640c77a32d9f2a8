import type { FlowEffect } from "@kakehashi/contract/flows/effects";
import type { LanguageChangeEvent } from "@kakehashi/contract/flows/events";
import { repeatOpenQuestionInLanguage } from "@kakehashi/contract/flows/open-question";
import type { Language } from "@kakehashi/contract/languages";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { createNotFoundError } from "../../kit/errors.ts";
import * as store from "./session-store.ts";
import { findTodaysDate } from "./todays-date.ts";
import { countTurnsInLastMinute, insertTurn } from "./turn-store.ts";
import type { createTurns } from "./turns.ts";
import { requireTurnAllowed } from "./visitor-files.ts";

interface VisitorLanguageChangeDependencies {
  readonly db: Kysely<DB>;
  sessionOf(botId: string, token: string | undefined): Promise<string>;
  readonly turns: Pick<ReturnType<typeof createTurns>, "runningFlowOf" | "talks">;
  /** Responds to the long polls of the visitor's pages: HTTP requests that stay open until the session has news. */
  announceSession(sessionId: string): void;
}

export function createVisitorLanguageChange({
  db,
  sessionOf,
  turns,
  announceSession,
}: VisitorLanguageChangeDependencies) {
  /**
   * Returns the bot's open question, to which the visitor has not replied yet, in the new language. Returns nothing
   * while people answer instead of the bot.
   */
  async function askOpenQuestionAgain(
    tx: Kysely<DB>,
    session: store.SessionRow,
    language: Language,
  ): Promise<FlowEffect[]> {
    const savePlace = store.toSavedFlowReference(session);
    if (!savePlace || session.is_paused) return [];
    const { version } = await turns.runningFlowOf(tx, savePlace, session.languages);
    return repeatOpenQuestionInLanguage(version, session.state, language);
  }

  /**
   * Sets the language that a visitor has chosen, if the bot speaks it. Returns the language in which the bot now speaks
   * to the visitor. The change is stored as a turn of the session, so that the history shows in which language each
   * text was said. In this turn the bot asks its open question again, in the new language.
   */
  return async function setLanguage(
    botId: string,
    token: string | undefined,
    language: Language,
  ): Promise<Language> {
    const id = await sessionOf(botId, token);
    const publishChange = await db.transaction().execute(async (tx) => {
      const session = await store.lockSession(tx, id);
      if (!session) throw createNotFoundError();
      const { state, languages, hours, conversation_id: conversationId } = session;
      if (state.language === language || !languages.includes(language)) return { spoken: state.language };
      requireTurnAllowed(session, await countTurnsInLastMinute(tx, id));
      const event: LanguageChangeEvent = {
        type: "language",
        today: findTodaysDate(hours),
        from: state.language,
        language,
      };
      const effects = await askOpenQuestionAgain(tx, session, language);
      await insertTurn(
        tx,
        { id, save: store.toSavedFlowReference(session), state: { ...state, language } },
        { number: session.turn_count + 1, event, effects, ran: [], client_id: null },
      );
      const publishLanguageChange =
        conversationId && (await turns.talks()?.setLanguage(tx, conversationId, language));
      return { spoken: language, ...(publishLanguageChange && { tell: publishLanguageChange }) };
    });
    announceSession(id);
    await publishChange.tell?.();
    return publishChange.spoken;
  };
}
