import type { StoredFile } from "@kakehashi/contract/files";
import { addFullFileUrls } from "@kakehashi/contract/flows/full-file-urls";
import type { Language } from "@kakehashi/contract/languages";
import { newId } from "../../kit/ids.ts";
import { clientIdOfBotMessage, type TalkTurn } from "../bots/service.ts";
import { detectLanguage } from "../messages/service.ts";
import { formatBotMessage, formatVisitorMessage } from "./words.ts";

/** The author ids of the visitor and the bot. */
export interface VisitorAndBotIds {
  readonly visitor: string;
  readonly bot: string;
}

/** Converts the visitor's message in a session to a message of the conversation. */
export const createVisitorTurnMessage = (
  { client_id, created_at }: Pick<TalkTurn, "client_id" | "created_at">,
  { text, language, visitor }: { text: string; language: Language; visitor: string },
) => ({
  id: newId(),
  user_id: visitor,
  client_id: client_id ?? newId(),
  content: formatVisitorMessage(text),
  language: detectLanguage(text, language),
  created_at,
});

/**
 * Returns a turn (an event and the bot's reaction) as messages: first the visitor's message, then the bot's messages.
 */
export function createTurnMessages(
  turn: TalkTurn,
  { sessionId, botId, language }: { sessionId: string; botId: string; language: Language },
  { publicUrl, ...author }: VisitorAndBotIds & { publicUrl: string },
  files: readonly StoredFile[],
) {
  const { event, effects } = turn;
  // Leave out a message of a broadcast that was not sent to the visitor. If it is unknown whether the message arrived,
  // keep it.
  if (event.type === "broadcast" && event.unsent && event.unsent !== "LOST") return [];
  const outsideMessage = "outside" in event ? event.outside : undefined;
  const botMessageParts = {
    said_by_bot: true,
    ...(event.type === "broadcast" && { broadcast: { bot_id: botId, id: event.broadcast_id } }),
  } as const;
  const attachedParts = {
    ...(files.length > 0 && { files }),
    ...(outsideMessage && { outsideMessageParts: outsideMessage }),
  };
  const hasMessageContent = (text: string) =>
    text.trim() !== "" || files.length > 0 || outsideMessage !== undefined;
  const visitorMessages =
    event.type === "message" && hasMessageContent(event.text)
      ? [
          {
            ...createVisitorTurnMessage(turn, { text: event.text, language, visitor: author.visitor }),
            ...attachedParts,
          },
        ]
      : [];
  const messageFromBot = (clientId: string, content: string, spokenLanguage: Language) => ({
    id: newId(),
    user_id: author.bot,
    client_id: clientId,
    content,
    language: spokenLanguage,
    created_at: turn.created_at,
  });
  const botMessages = effects.flatMap((effect, effectIndex) => {
    const content = effect.type === "say" ? formatBotMessage(addFullFileUrls(effect.message, publicUrl)) : "";
    const effectKey = { sessionId, turnNumber: turn.number, effectIndex };
    return content === ""
      ? []
      : [
          {
            ...messageFromBot(clientIdOfBotMessage(effectKey), content, language),
            outsideMessageParts: botMessageParts,
          },
        ];
  });
  // Somebody on the staff wrote this message in the platform's own inbox. The platform does not tell who. The message
  // may need a translation.
  const echoMessages =
    event.type === "echo" && hasMessageContent(event.text)
      ? [
          {
            ...messageFromBot(
              newId(),
              formatVisitorMessage(event.text),
              detectLanguage(event.text, language),
            ),
            ...attachedParts,
          },
        ]
      : [];
  return [...visitorMessages, ...echoMessages, ...botMessages];
}
