import { IconMessages } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { ConversationRow } from "./row.tsx";
import { StartDialog } from "./start-dialog.tsx";
import { useConversations } from "./use-conversations.ts";

/**
 * The first conversations of the list, for the start page: pinned conversations, then those with the newest messages.
 */
export function TopOfConversationList({ userId }: { userId: string }) {
  const { t } = useTranslation("conversations");
  const query = useConversations();
  const [isStartDialogOpen, setIsStartDialogOpen] = useState(false);
  const emptyState = (
    <>
      <EmptyState
        icon={<IconMessages size={24} stroke={1.6} />}
        title={t("emptyTitle")}
        text={t("emptyText")}
        action={
          <Button kind="primary" onClick={() => setIsStartDialogOpen(true)}>
            {t("start")}
          </Button>
        }
      />
      <StartDialog opened={isStartDialogOpen} onClose={() => setIsStartDialogOpen(false)} />
    </>
  );
  return (
    <LoadedContent query={{ ...query, data: query.list }} rows={4} emptyState={emptyState}>
      {(list) => (
        <ul>
          {list.slice(0, 6).map((conversation) => (
            <li key={conversation.id}>
              <ConversationRow conversation={conversation} userId={userId} />
            </li>
          ))}
        </ul>
      )}
    </LoadedContent>
  );
}
