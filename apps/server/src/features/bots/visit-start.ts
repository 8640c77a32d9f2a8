import type { ExpectedAnswer } from "@kakehashi/contract/bot-visitor-shapes";
import { createFlowSession, type FlowSession } from "@kakehashi/contract/flows/session";
import type { Language } from "@kakehashi/contract/languages";
import { isTimeZone } from "@kakehashi/contract/user-settings";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { createNotFoundError } from "../../kit/errors.ts";
import { hashSecret, newId, newSecret } from "../../kit/ids.ts";
import * as store from "./session-store.ts";
import * as startStore from "./start-store.ts";
import type { createSessionStorageLimit } from "./talk-room.ts";
import { findTodaysDate } from "./todays-date.ts";
import type { createTurns } from "./turns.ts";
import { toVisitorTurn } from "./visit-view.ts";

/**
 * Returns the canonical name of a time zone, or null if this process does not know the zone. Refuses offsets such as
 * `+23:59`, because nobody lives in such a zone. The value comes from the visitor's browser and may be any string.
 */
export function toKnownTimeZone(name: string | undefined): string | null {
  if (name === undefined || /^[+-]/.test(name) || !isTimeZone(name)) return null;
  return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
}

interface StartDependencies {
  readonly db: Kysely<DB>;
  readonly talkStorage: Pick<ReturnType<typeof createSessionStorageLimit>, "require">;
  readonly runTurn: ReturnType<typeof createTurns>["runTurn"];
  inputOf(position: store.StoryPosition): Promise<ExpectedAnswer | null>;
}

export function createSessionStart({ db, talkStorage, runTurn, inputOf }: StartDependencies) {
  /**
   * Begins a session on the web. Throws "not found" if the bot does not answer there. If a visitor starts again,
   * `leftSessionToken` is the token of the session that the visitor leaves.
   */
  return async function start(
    botId: string,
    {
      language,
      timeZone,
      leftSessionToken,
    }: { language: Language; timeZone?: string; leftSessionToken?: string | undefined },
  ) {
    const token = newSecret();
    const startStory = await startStore.findStartStory(db, botId, "WEB");
    if (startStory) await talkStorage.require(startStory.maker_id);
    const startedSession = await db.transaction().execute(async (tx) => {
      const startStory = await startStore.findStartStory(tx, botId, "WEB");
      if (!startStory) throw createNotFoundError();
      const { languages, hours, maker_id, ...savePlace } = startStory;
      const id = newId();
      const visitor = leftSessionToken
        ? await store.markSessionLeft(tx, botId, hashSecret(leftSessionToken))
        : undefined;
      const time_zone = toKnownTimeZone(timeZone);
      const { first_session_id = null, visitor_name = null } = visitor ?? {};
      const visitorLanguage = languages.includes(language) ? language : (languages[0] ?? language);
      const state: FlowSession = createFlowSession(visitorLanguage);
      await store.insertSession(tx, {
        save: savePlace,
        id,
        botId,
        platform: "WEB",
        tokenHash: hashSecret(token),
        state,
        timeZone: time_zone,
        visitorName: visitor_name,
        firstSessionId: first_session_id,
      });
      const session = {
        ...savePlace,
        id,
        bot_id: botId,
        state,
        turn_count: 0,
        turn_bytes: 0,
        languages,
        hours,
        maker_id,
        is_archived: false,
        platform: "WEB" as const,
        conversation_id: null,
        is_paused: false,
        last_at: new Date(),
        page_id: null,
        visitor_name,
        first_session_id,
        time_zone,
      };
      const turn = await runTurn(tx, session, { type: "start", today: findTodaysDate(hours) }, null);
      return { spoken: visitorLanguage, position: turn?.position ?? session, turn };
    });
    await startedSession.turn?.publish();
    return {
      token,
      language: startedSession.spoken,
      messages: startedSession.turn ? [toVisitorTurn(startedSession.turn.turn)] : [],
      input: await inputOf(startedSession.position),
    };
  };
}
