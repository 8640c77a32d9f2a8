import type { ExpectedAnswer, TurnForVisitor, VisitorTalk } from "@kakehashi/contract/bot-visitor-shapes";
import type { LastReceivedNumbers, TurnsResponse } from "./calls.ts";

export type AgentMessage = VisitorTalk["messages"][number];

/** The part of a visitor's chat that the server has sent so far. */
export interface ReceivedTranscript {
  readonly turns: readonly TurnForVisitor[];
  /** The messages of agents. Empty while only the bot has answered. */
  readonly agentMessages: readonly AgentMessage[];
  /** The state of the chat with agents. Null while only the bot has answered. */
  readonly agentChatState: VisitorTalk["state"] | null;
  /** The time when agents answer again. Null if they answer now or the time is unknown. */
  readonly agentsReturnAt: string | null;
  /** The number of the closed chat that the visitor is asked to rate. Null if there is none. */
  readonly ratingRound: number | null;
  /** The kind of answer that the bot waits for. Null if it waits for none. */
  readonly expectedAnswer: ExpectedAnswer | null;
}

/** Combines the server's responses about the visitor's chat. */
export function createTranscript() {
  const turns = new Map<number, TurnForVisitor>();
  const people = new Map<string, AgentMessage>();
  let peopleState: VisitorTalk["state"] | null = null;
  let opensAt: string | null = null;
  let ratingRound: number | null = null;
  let seq = 0;
  let input: ExpectedAnswer | null = null;

  /**
   * Turns (one event and the bot's answer to it) are numbered. Returns the number of the last turn before the first one
   * that has not arrived. A turn can be missing: a timer of the story may cause one just before the turn that a
   * response contains.
   */
  function lastTurnNumberWithoutGap(): number {
    let number = 0;
    while (turns.has(number + 1)) number++;
    return number;
  }

  return {
    state: (): ReceivedTranscript => ({
      turns: [...turns.values()].sort((a, b) => a.number - b.number),
      agentMessages: [...people.values()],
      agentChatState: peopleState,
      agentsReturnAt: opensAt,
      ratingRound,
      expectedAnswer: input,
    }),
    position: (): LastReceivedNumbers => ({ since: lastTurnNumberWithoutGap(), seq }),
    addTurns({ messages, input: expectedAnswer }: TurnsResponse): void {
      const newestTurnNumber = Math.max(0, ...turns.keys());
      for (const turn of messages) turns.set(turn.number, turn);
      // Responses may arrive in the wrong order. Ignore the expected answer (`input`) of a response that is older than
      // the newest turn.
      if (messages.length === 0 || Math.max(...messages.map(({ number }) => number)) >= newestTurnNumber)
        input = expectedAnswer;
    },
    /** Stores a response about the chat with agents. Returns whether anything has changed. */
    applyPeopleAnswer(talkResponse: VisitorTalk): boolean {
      const hasChanged =
        talkResponse.state !== peopleState ||
        talkResponse.opens_at !== opensAt ||
        talkResponse.rating_round !== ratingRound ||
        talkResponse.messages.length > 0;
      peopleState = talkResponse.state;
      opensAt = talkResponse.opens_at;
      ratingRound = talkResponse.rating_round;
      seq = Math.max(seq, talkResponse.seq);
      for (const message of talkResponse.messages) people.set(message.id, message);
      return hasChanged;
    },
    /** Forgets all messages of the chat, because a new session begins. */
    clear(): void {
      turns.clear();
      people.clear();
      peopleState = null;
      opensAt = null;
      ratingRound = null;
      seq = 0;
      input = null;
    },
  };
}
