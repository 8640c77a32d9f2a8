import { Suspense } from "react";
import { DetailsPane } from "../../features/conversations/details-pane.tsx";
import { PinList } from "../../features/messages/pin-list.tsx";
import { loadTexts } from "../../i18n/browser.ts";
import { PaneBoundary } from "../../kit/ui/boundary.tsx";
import { createLazyPart, LoadFailedSilently } from "../../kit/ui/part.tsx";
import type { PaneContentProps } from "./room-panes.tsx";

const ConversationProject = createLazyPart(async () => {
  const [{ ConversationProject }] = await Promise.all([
    import("../../features/teams/conversation-project.tsx"),
    loadTexts("teams"),
  ]);
  return ConversationProject;
}, LoadFailedSilently);

/** The kinds of a project's conversations. */
const projectRoomKinds = new Set(["TEAM", "CLIENT", "SUPPORT"]);

/** The details of a conversation, with sections of other features. */
export function DetailsWithProject({ conversation, reader, close }: PaneContentProps) {
  return (
    <DetailsPane key={conversation.id} conversation={conversation} userId={reader.userId} close={close}>
      {projectRoomKinds.has(conversation.kind) && (
        <Suspense fallback={null}>
          <ConversationProject conversationId={conversation.id} />
        </Suspense>
      )}
      <PaneBoundary>
        <PinList conversationId={conversation.id} />
      </PaneBoundary>
    </DetailsPane>
  );
}
