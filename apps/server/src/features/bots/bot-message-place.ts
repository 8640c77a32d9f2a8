import { idOf } from "../../kit/ids.ts";

/**
 * The place of one message of a bot: the session with the visitor, the number of the turn (one event and the bot's
 * reaction), and the index in the turn's effects.
 */
export interface BotMessagePlace {
  readonly sessionId: string;
  readonly turnNumber: number;
  /** The index of the message in the list of what the bot did in the turn. */
  readonly effectIndex: number;
}

/** Returns the `client_id` of a bot's message. The message is found again in the conversation by this id. */
export const clientIdOfBotMessage = ({ sessionId, turnNumber, effectIndex }: BotMessagePlace): string =>
  idOf(`${sessionId} ${turnNumber} ${effectIndex}`);
