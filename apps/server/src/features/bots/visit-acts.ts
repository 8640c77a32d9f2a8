import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { createNotFoundError } from "../../kit/errors.ts";
import { findSession } from "./session-store.ts";
import type { Talks } from "./talks.ts";

interface VisitorReportsDependencies {
  readonly db: Kysely<DB>;
  sessionOf(botId: string, token: string | undefined): Promise<string>;
  talks(): Talks | null;
  /** Responds to the long polls of the visitor's pages: HTTP requests that stay open until the session has news. */
  announceSession(sessionId: string): void;
}

/**
 * Handles what a visitor's page sends besides messages: that the visitor is writing, what they have seen, and their
 * rating.
 */
export function createVisitorSignalHandler({
  db,
  sessionOf,
  talks,
  announceSession,
}: VisitorReportsDependencies) {
  /** Returns the visitor's conversation with people. Throws "not found" if there is none. */
  async function findConversation(botId: string, token: string | undefined) {
    const sessionId = await sessionOf(botId, token);
    const conversationId = (await findSession(db, sessionId))?.conversation_id;
    const definedTalks = talks();
    if (!conversationId || !definedTalks) throw createNotFoundError();
    return { sessionId, conversationId, talks: definedTalks };
  }

  return {
    /** Tells the agents of the conversation that the visitor is writing. Returns false if no agent answers. */
    async tellTyping(botId: string, token: string | undefined): Promise<boolean> {
      const talk = await findConversation(botId, token);
      return talk.talks.tellTyping(talk.conversationId);
    },

    async tellSeen(botId: string, token: string | undefined, messageId: string): Promise<void> {
      const talk = await findConversation(botId, token);
      await talk.talks.tellSeen(talk.conversationId, messageId);
    },

    /** Stores the visitor's rating of the people who answered. */
    async rate(
      botId: string,
      token: string | undefined,
      roundRating: Parameters<Talks["rateTalkRound"]>[1],
    ): Promise<void> {
      const talk = await findConversation(botId, token);
      await talk.talks.rateTalkRound(talk.conversationId, roundRating);
      // End the long polls of the visitor's other pages, so that these pages stop asking for a rating.
      announceSession(talk.sessionId);
    },
  };
}
