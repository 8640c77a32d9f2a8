import type { ExpectedAnswer } from "@kakehashi/contract/bot-visitor-shapes";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { createNotFoundError } from "../../kit/errors.ts";
import { hashSecret } from "../../kit/ids.ts";
import { createTaskQueue as createWorkTurns, maximumQueueWaitMs } from "../../kit/turns.ts";
import { type OutsideMessage, toMessageEvent } from "./outside-message.ts";
import * as store from "./session-store.ts";
import * as turnStore from "./turn-store.ts";
import type { createTurns } from "./turns.ts";
import { toKnownTimeZone } from "./visit-start.ts";
import { toVisitorTurn } from "./visit-view.ts";
import { requireTurnAllowed } from "./visitor-files.ts";

/**
 * How many visitors' messages are handled at once. Further messages wait, so that many visitors together leave database
 * connections for members. Handling more at once would only make each message slower, because the SQL statements share
 * the processor cores.
 */
const maximumConcurrentMessages = 3;

interface VisitorMessageHandlerDependencies {
  readonly db: Kysely<DB>;
  readonly turns: Pick<ReturnType<typeof createTurns>, "runTurn" | "hintConversationChanges">;
  inputOf(position: store.StoryPosition): Promise<ExpectedAnswer | null>;
  /** Responds to the long polls of the visitor's pages: HTTP requests that stay open until the session has news. */
  announceSession(sessionId: string): void;
}

/** The content of a visitor's message: its text, the pressed choice and the file. */
type MessageContent = Pick<OutsideMessage, "text" | "choice" | "file">;

export function createVisitorMessageHandler({
  db,
  turns,
  inputOf,
  announceSession,
}: VisitorMessageHandlerDependencies) {
  const runInTurn = createWorkTurns(maximumConcurrentMessages, {
    maximumRunningPerOwner: 1,
    maximumWaitMs: maximumQueueWaitMs,
  });

  /**
   * Stores a visitor's message and returns the bot's answer. A repeated `client_id` gets the answer that is already
   * stored. `contentOf` reads the message's text, choice or file from the request.
   */
  return async function sendMessage(
    botId: string,
    token: string | undefined,
    messageKey: { client_id: string; time_zone?: string | undefined },
    contentOf: (tx: Kysely<DB>, sessionId: string) => Promise<MessageContent>,
  ) {
    if (!token) throw createNotFoundError();
    const handleMessage = async (tx: Kysely<DB>) => {
      const session = await store.lockSessionByToken(tx, botId, hashSecret(token));
      if (!session) throw createNotFoundError();
      const { id } = session;
      const { repeatedTurn, lastMinuteCount } = await turnStore.findRepeatedTurnAndRecentCount(
        tx,
        id,
        messageKey.client_id,
      );
      // The visitor's page sends the request again, because it got no response. The process of the first request may
      // have died before it told the agents, so they are told again.
      if (repeatedTurn)
        return {
          turn: repeatedTurn,
          position: session,
          publish: () => turns.hintConversationChanges(session),
        };
      requireTurnAllowed(session, lastMinuteCount);
      if (messageKey.time_zone !== session.time_zone) {
        const knownTimeZone = toKnownTimeZone(messageKey.time_zone);
        if (knownTimeZone !== null) await store.setSessionTimeZone(tx, id, knownTimeZone);
      }
      const event = toMessageEvent(session, await contentOf(tx, id));
      return turns.runTurn(tx, session, event, messageKey.client_id);
    };
    const storedTurn = await runInTurn(() => db.transaction().execute(handleMessage), token);
    if (!storedTurn) throw new Error("A message became no turn.");
    // End the long polls of the visitor's other pages, so that these pages show the message.
    announceSession(storedTurn.position.id);
    await storedTurn.publish();
    return { messages: [toVisitorTurn(storedTurn.turn)], input: await inputOf(storedTurn.position) };
  };
}
