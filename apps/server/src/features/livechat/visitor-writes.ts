import { createThrottle } from "../../kit/throttle.ts";
import type { TalkSession, Talks, TalkTurn } from "../bots/service.ts";
import type { LivechatDependencies } from "./dependencies.ts";
import { lockLivechats } from "./store.ts";
import { createVisitorTurnMessage } from "./turn-messages.ts";
import type { createUnsentEventTracker } from "./unsent-event-tracker.ts";
import { updateTalksAfterVisitorTurns } from "./written-store.ts";

/**
 * Milliseconds between two announcements of an inbox. A busy inbox changes hundreds of times per second, so the people
 * who work on the bot do not get an event for each change.
 */
const inboxIntervalMs = 200;

interface VisitorMessageWriterDependencies extends Pick<LivechatDependencies, "events" | "messages" | "log"> {
  notifyBotPeople(botId: string): Promise<void>;
  announcementMarks: ReturnType<typeof createUnsentEventTracker>;
}

interface SessionTurn {
  readonly session: TalkSession;
  readonly turn: TalkTurn;
}

/**
 * Writes the messages of many visitors into their conversations at once. This takes hardly more SQL statements than a
 * single message.
 */
export function createVisitorMessageWriter({
  events,
  messages,
  log,
  notifyBotPeople,
  announcementMarks,
}: VisitorMessageWriterDependencies): Pick<Talks, "writeEachTurn"> {
  const announceInbox = createThrottle(inboxIntervalMs, notifyBotPeople, log);

  return {
    async writeEachTurn(tx, writtenTurns) {
      const ids = writtenTurns.flatMap(({ session }) => session.conversation_id ?? []);
      const talks = await lockLivechats(tx, ids);
      /**
       * Returns the visitor's message of this turn. Returns null if more must be written than this message. Then
       * `writeNewTurns` in `talk-message-sync.ts` writes the turn.
       */
      function createMessageToAppend({ session, turn }: SessionTurn) {
        const talk = talks.get(session.conversation_id ?? "");
        const { event, number } = turn;
        if (!talk || !session.conversation_id || event.type !== "message") return null;
        // If the talk is closed, a new round must begin first. If earlier turns are not copied into the conversation
        // yet, they must be copied first. `writeNewTurns` in `talk-message-sync.ts` does both.
        if (talk.state === "CLOSED" || talk.written_turn !== number - 1 || event.text.trim() === "")
          return null;
        const { language } = session.state;
        const newMessage = createVisitorTurnMessage(turn, {
          text: event.text,
          language,
          visitor: talk.visitor_id,
        });
        return { conversationId: session.conversation_id, turn: number, newMessage };
      }
      const entries = writtenTurns.map((sessionTurn) => ({
        one: sessionTurn,
        entry: createMessageToAppend(sessionTurn),
      }));
      const messagesToAppend = entries.flatMap(({ entry }) => entry ?? []);
      const addedMessages = await messages.appendEach(tx, messagesToAppend);
      const marksByConversation = await updateTalksAfterVisitorTurns(tx, messagesToAppend);
      const botIds = new Set(entries.flatMap(({ one, entry }) => (entry ? [one.session.bot_id] : [])));
      return {
        unwrittenSessionIds: entries.flatMap(({ one, entry }) => (entry ? [] : [one.session.id])),
        publish: async () => {
          for (const message of addedMessages) events.publish("MessageSent", { message });
          for (const botId of botIds) await announceInbox(botId);
          for (const [conversationId, announcementMark] of marksByConversation)
            announcementMarks.markAnnouncedSoon(conversationId, announcementMark);
        },
      };
    },
  };
}
