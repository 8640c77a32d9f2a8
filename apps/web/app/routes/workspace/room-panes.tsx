import { IconInfoCircle } from "@tabler/icons-react";
import type { TFunction } from "i18next";
import { type ComponentType, useCallback, useState } from "react";
import { useLocation, useSearchParams } from "react-router";
import { loadTexts } from "../../i18n/browser.ts";
import { useLayer } from "../../kit/layers.ts";
import { createLazyComponent } from "../../kit/ui/part.tsx";
import type { PaneContentProps } from "./pane-content-props.ts";

/** A pane beside a conversation's messages. To add a pane, add an entry to `roomPanes`. */
export interface RoomPaneDefinition {
  /** The name of the query parameter that opens the pane. */
  readonly paramName: string;
  readonly Content: ComponentType<PaneContentProps>;
  /**
   * Loads the pane's code in advance, once the messages are visible. So the pane opens even if the connection is lost
   * later.
   */
  readonly preload: () => Promise<unknown>;
  /** A button in the conversation's header that opens and closes the pane. */
  readonly button?: {
    readonly name: (t: TFunction<"conversations">) => string;
    readonly Icon: ComponentType<{ size: number; stroke: number }>;
  };
}

/** A pane whose code and texts load on demand. */
function createLazyPane(
  pane: Omit<RoomPaneDefinition, "Content" | "preload"> & {
    load: () => Promise<ComponentType<PaneContentProps>>;
  },
): RoomPaneDefinition {
  const loadPane = () => Promise.all([pane.load(), loadTexts("room")]).then(([Content]) => Content);
  return { ...pane, preload: loadPane, Content: createLazyComponent(loadPane) };
}

/** All panes. If the address contains two of them, the first in this list is shown. */
export const roomPanes: readonly RoomPaneDefinition[] = [
  createLazyPane({
    paramName: "thread",
    load: async () => {
      const { ThreadPane } = await import("../../features/threads/thread-pane.tsx");
      return ({ paramValue: value, ...props }) => <ThreadPane threadId={value} {...props} />;
    },
  }),
  createLazyPane({
    paramName: "details",
    load: async () => (await import("./details-with-project.tsx")).ConversationDetailsPane,
    button: { name: (t) => t("details"), Icon: IconInfoCircle },
  }),
];

/**
 * The history state of a pane that was opened inside the conversation. The back button then closes the pane. If a link
 * from elsewhere opened the pane, the back button leaves the conversation.
 */
const openedFromRoomState = { opened: true };

/** Returns the open pane and the linked message from the page's address. */
export function useRoomPane(conversationId: string) {
  const { state } = useLocation();
  const [search, setSearch] = useSearchParams();
  const pane = roomPanes.find(({ paramName }) => search.has(paramName));
  const linkedMessageId = search.get("message");
  const isPaneOpen = pane !== undefined;
  // Remember the linked message to which the list has already scrolled. Otherwise opening or closing a pane would
  // scroll to it again.
  const [lastScrolledLink, setLastScrolledLink] = useState({
    conversationId,
    linkedMessageId: isPaneOpen ? null : linkedMessageId,
  });
  const currentLinkedId = isPaneOpen
    ? lastScrolledLink.conversationId === conversationId
      ? lastScrolledLink.linkedMessageId
      : null
    : linkedMessageId;
  if (
    lastScrolledLink.conversationId !== conversationId ||
    lastScrolledLink.linkedMessageId !== currentLinkedId
  )
    setLastScrolledLink({ conversationId, linkedMessageId: currentLinkedId });

  const openPane = useCallback(
    (to: Record<string, string>, keepsScroll = false) =>
      setSearch(to, {
        replace: true,
        state: isPaneOpen || keepsScroll ? state : openedFromRoomState,
        preventScrollReset: true,
      }),
    [setSearch, isPaneOpen, state],
  );
  const closePane = useCallback(
    () => setSearch({}, { replace: true, preventScrollReset: true }),
    [setSearch],
  );
  useLayer(isPaneOpen, closePane, { ownsEntry: state?.opened === true });
  return {
    pane,
    value: pane ? (search.get(pane.paramName) ?? "") : "",
    linkedMessageId,
    linkedIdInList: currentLinkedId,
    open: openPane,
    close: closePane,
  };
}
