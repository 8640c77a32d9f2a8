import { createIdFromText } from "../../kit/ids.ts";

/**
 * Identifies one message of a bot: by the session with the visitor, the number of the turn (an event and the bot's
 * reaction), and the message's index among the turn's effects.
 */
export interface BotMessageKey {
  readonly sessionId: string;
  readonly turnNumber: number;
  /** The index of the message in the list of what the bot did in the turn. */
  readonly effectIndex: number;
}

/**
 * Returns the `client_id` of a bot's message in the conversation. It is computed from the turn and the index of the
 * message, so that the message can be found again.
 */
export const clientIdOfBotMessage = ({ sessionId, turnNumber, effectIndex }: BotMessageKey): string =>
  createIdFromText(`${sessionId} ${turnNumber} ${effectIndex}`);
