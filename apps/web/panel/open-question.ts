import type { TurnForVisitor } from "@kakehashi/contract/bot-visitor-shapes";

type BotMessage = TurnForVisitor["said"][number];

const hasPressableButtons = (botMessage: BotMessage): boolean =>
  botMessage.kind === "text"
    ? botMessage.replies.length > 0
    : botMessage.kind === "card" && botMessage.buttons.some(({ address }) => address === null);

/** Identifies the message of the bot whose buttons answer the open question. */
export interface OpenQuestion {
  readonly turn: number;
  /** The index of the message in the turn's list `said`. */
  readonly saidIndex: number;
}

/**
 * Returns the message whose buttons the story waits for: the last one with buttons that the story has sent. Later
 * messages that ask nothing are ignored: broadcasts, error texts after a refused answer, and messages from people. Null
 * if no message has buttons.
 */
export function findOpenQuestion(turns: readonly TurnForVisitor[]): OpenQuestion | null {
  const turn = turns.findLast(({ is_broadcast, said }) => !is_broadcast && said.some(hasPressableButtons));
  return turn ? { turn: turn.number, saidIndex: turn.said.findLastIndex(hasPressableButtons) } : null;
}
