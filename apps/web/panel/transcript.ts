import type { ExpectedAnswer, VisitorPeople, VisitorTurn } from "@kakehashi/contract/bot-visitor-shapes";
import type { Position, TurnsAnswer } from "./calls.ts";

export type PersonMessage = VisitorPeople["messages"][number];

/** The part of a visitor's chat that the server has sent. */
export interface TranscriptState {
  readonly turns: readonly VisitorTurn[];
  /** The messages of agents. Empty as long as only the bot answers. */
  readonly people: readonly PersonMessage[];
  /** The state of the chat with agents. Null as long as only the bot answers. */
  readonly peopleState: VisitorPeople["state"] | null;
  /** The time from which agents answer again. Null if agents answer now, or if the time is not known. */
  readonly opensAt: string | null;
  /** The number of the closed chat that the visitor is asked to rate. Null if there is none. */
  readonly ratingRound: number | null;
  /** The kind of answer for which the bot waits. Null if the bot waits for no answer. */
  readonly input: ExpectedAnswer | null;
}

/** Collects the answers of the server about the visitor's chat into one state. */
export function createTranscript() {
  const turns = new Map<number, VisitorTurn>();
  const people = new Map<string, PersonMessage>();
  let peopleState: VisitorPeople["state"] | null = null;
  let opensAt: string | null = null;
  let ratingRound: number | null = null;
  let seq = 0;
  let input: ExpectedAnswer | null = null;

  /**
   * Returns the number of the last turn (one event and the bot's answer to it) up to which no turn is missing. A turn
   * may be missing if a timer caused it between a visitor's message and its answer.
   */
  function lastNumberWithoutGap(): number {
    let number = 0;
    while (turns.has(number + 1)) number++;
    return number;
  }

  return {
    state: (): TranscriptState => ({
      turns: [...turns.values()].sort((a, b) => a.number - b.number),
      people: [...people.values()],
      peopleState,
      opensAt,
      ratingRound,
      input,
    }),
    position: (): Position => ({ since: lastNumberWithoutGap(), seq }),
    addTurns({ messages, input: asked }: TurnsAnswer): void {
      const newest = Math.max(0, ...turns.keys());
      for (const turn of messages) turns.set(turn.number, turn);
      // The server's answers may arrive out of order. The `input` of an older answer is outdated and must be ignored.
      if (messages.length === 0 || Math.max(...messages.map(({ number }) => number)) >= newest) input = asked;
    },
    /** Stores an answer of the server about the chat with agents. Returns whether anything in it is new. */
    applyPeopleAnswer(answer: VisitorPeople): boolean {
      const isNew =
        answer.state !== peopleState ||
        answer.opens_at !== opensAt ||
        answer.rating_round !== ratingRound ||
        answer.messages.length > 0;
      peopleState = answer.state;
      opensAt = answer.opens_at;
      ratingRound = answer.rating_round;
      seq = Math.max(seq, answer.seq);
      for (const message of answer.messages) people.set(message.id, message);
      return isNew;
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
