import { idOf } from "../../kit/ids.ts";

/** The position of one message of a bot: its session, its turn and its effect. */
export interface BotMessagePlace {
  readonly sessionId: string;
  readonly turnNumber: number;
  /** The index of the message among the turn's effects. */
  readonly effectIndex: number;
}

/** The `client_id` of the message, by which the message is found again in the conversation. */
export const clientIdOfBotMessage = ({ sessionId, turnNumber, effectIndex }: BotMessagePlace): string =>
  idOf(`${sessionId} ${turnNumber} ${effectIndex}`);
