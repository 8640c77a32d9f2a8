import type { Conversation } from "@kakehashi/contract/conversations";
import { IconMessageCircle } from "@tabler/icons-react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";

export function EmptyConversation({ kind }: Pick<Conversation, "kind">) {
  const { t } = useTranslation("messages");
  const isMyChat = kind === "MY_CHAT";
  return (
    <EmptyState
      icon={<IconMessageCircle size={24} stroke={1.6} />}
      title={t(isMyChat ? "myChatTitle" : "emptyTitle")}
      text={t(isMyChat ? "myChatText" : "emptyText")}
    />
  );
}
