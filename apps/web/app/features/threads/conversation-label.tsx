import type { Thread } from "@kakehashi/contract/threads";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { conversationName } from "../conversations/name.ts";

/** The name of the conversation that a message belongs to. */
export function ConversationLabel({ conversation }: { conversation: Thread["conversation"] }) {
  const { t } = useTranslation(["conversations", "common"]);
  return conversationName(conversation, t);
}
