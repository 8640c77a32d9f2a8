import { DetailsPane } from "../../features/conversations/details-pane.tsx";
import { PinList } from "../../features/messages/pin-list.tsx";
import { PaneBoundary } from "../../kit/ui/boundary.tsx";
import type { PaneContent } from "./room-panes.tsx";

/** The details of a conversation, with sections of other features. */
export function DetailsBeside({ conversation, reader, close }: PaneContent) {
  return (
    <DetailsPane key={conversation.id} conversation={conversation} userId={reader.userId} close={close}>
      <PaneBoundary>
        <PinList conversationId={conversation.id} />
      </PaneBoundary>
    </DetailsPane>
  );
}
