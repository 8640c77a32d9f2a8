import { Outlet, useParams } from "react-router";
import { useAccount } from "../../features/auth/session.ts";
import { ConversationListPane } from "../../features/conversations/list-pane.tsx";
import { usePreloadConversationOnHover } from "../../features/messages/list/preload-on-hover.ts";
import type { PageHandle } from "../../kit/page.ts";
import { PaneErrorBoundary } from "../../kit/ui/boundary.tsx";
import styles from "./chat.module.css";
import { chatTabs } from "./chat-tabs.tsx";

export const handle: PageHandle = { title: "conversations:title" };

export default function Chat() {
  const account = useAccount();
  const { conversationId } = useParams();
  const preloadHandlers = usePreloadConversationOnHover();
  if (!account) return null;
  return (
    <main className={styles.chat} data-open={conversationId ? true : undefined}>
      <div className={styles.list} {...preloadHandlers}>
        <PaneErrorBoundary>
          <ConversationListPane userId={account.id} isAlone={conversationId === undefined} tabs={chatTabs} />
        </PaneErrorBoundary>
      </div>
      <PaneErrorBoundary resetKey={conversationId}>
        <Outlet />
      </PaneErrorBoundary>
    </main>
  );
}
