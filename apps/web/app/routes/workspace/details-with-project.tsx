import { Suspense } from "react";
import { DetailsPane } from "../../features/conversations/details-pane.tsx";
import { PinList } from "../../features/messages/pin-list.tsx";
import { loadTexts } from "../../i18n/browser.ts";
import { PaneErrorBoundary } from "../../kit/ui/boundary.tsx";
import { createLazyComponent, EmptyLoadFailedFallback } from "../../kit/ui/part.tsx";
import type { PaneContentProps } from "./pane-content-props.ts";

const ConversationProject = createLazyComponent(async () => {
  const [{ ConversationProject }] = await Promise.all([
    import("../../features/teams/conversation-project.tsx"),
    loadTexts("teams"),
  ]);
  return ConversationProject;
}, EmptyLoadFailedFallback);

/** The kinds of conversations that belong to a project. */
const projectRoomKinds = new Set(["TEAM", "CLIENT", "SUPPORT"]);

/** The details pane of a conversation, with the sections that other features add to it. */
export function ConversationDetailsPane({ conversation, reader, close }: PaneContentProps) {
  return (
    <DetailsPane key={conversation.id} conversation={conversation} userId={reader.userId} close={close}>
      {projectRoomKinds.has(conversation.kind) && (
        <Suspense fallback={null}>
          <ConversationProject conversationId={conversation.id} />
        </Suspense>
      )}
      <PaneErrorBoundary>
        <PinList conversationId={conversation.id} />
      </PaneErrorBoundary>
    </DetailsPane>
  );
}
