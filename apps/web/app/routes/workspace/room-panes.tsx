import type { Conversation } from "@kakehashi/contract/conversations";
import type { Message } from "@kakehashi/contract/messages";
import { IconInfoCircle } from "@tabler/icons-react";
import type { TFunction } from "i18next";
import { type ComponentType, useCallback, useState } from "react";
import { useLocation, useSearchParams } from "react-router";
import type { Reader } from "../../features/messages/door.ts";
import { loadTexts } from "../../i18n/browser.ts";
import { useLayer } from "../../kit/layers.ts";
import { part } from "../../kit/ui/part.tsx";

export interface PaneContent {
  conversation: Conversation;
  reader: Omit<Reader, "role">;
  /** What the address says to the pane's parameter. */
  value: string;
  /** The message that the address leads to. */
  found: string | null;
  onElsewhere: (message: Message) => void;
  close: () => void;
}

/** What can stand beside a conversation's messages. A feature adds its own by one entry of `roomPanes`. */
export interface RoomPane {
  /** The parameter of the address that opens it. */
  readonly param: string;
  readonly Content: ComponentType<PaneContent>;
  /** Fetches its code: once the messages are there, so that it opens whatever becomes of the connection. */
  readonly load: () => Promise<unknown>;
  /** A button in the conversation's header that opens and closes it. */
  readonly button?: {
    readonly name: (t: TFunction<"conversations">) => string;
    readonly Icon: ComponentType<{ size: number; stroke: number }>;
  };
}

/** A pane whose code, and the texts of a room, come late. */
function latePane(
  pane: Omit<RoomPane, "Content" | "load"> & { load: () => Promise<ComponentType<PaneContent>> },
): RoomPane {
  const load = () => Promise.all([pane.load(), loadTexts("room")]).then(([Content]) => Content);
  return { ...pane, load, Content: part(load) };
}

/** Of two that an address names, the first is shown. */
export const roomPanes: readonly RoomPane[] = [
  latePane({
    param: "thread",
    load: async () => {
      const { ThreadPane } = await import("../../features/threads/thread-pane.tsx");
      return ({ value, ...props }) => <ThreadPane threadId={value} {...props} />;
    },
  }),
  latePane({
    param: "details",
    load: async () => (await import("./details-beside.tsx")).DetailsBeside,
    button: { name: (t) => t("details"), Icon: IconInfoCircle },
  }),
];

/** State of an address whose pane was opened from the room itself: the way back closes it. After a link it leaves the room. */
const opened = { opened: true };

/** What stands beside the messages, which the address tells, and the message a link led to. */
export function useRoomPane(conversationId: string) {
  const { state } = useLocation();
  const [search, setSearch] = useSearchParams();
  const pane = roomPanes.find(({ param }) => search.has(param));
  const found = search.get("message");
  const beside = pane !== undefined;
  // Beside a pane the messages stay where they are: whoever closes it is led nowhere once more.
  const [led, setLed] = useState({ conversationId, found: beside ? null : found });
  const now = beside ? (led.conversationId === conversationId ? led.found : null) : found;
  if (led.conversationId !== conversationId || led.found !== now) setLed({ conversationId, found: now });

  const open = useCallback(
    (to: Record<string, string>, led = false) =>
      setSearch(to, { replace: true, state: beside || led ? state : opened, preventScrollReset: true }),
    [setSearch, beside, state],
  );
  const close = useCallback(() => setSearch({}, { replace: true, preventScrollReset: true }), [setSearch]);
  useLayer(beside, close, { ownsEntry: state?.opened === true });
  return { pane, value: pane ? (search.get(pane.param) ?? "") : "", found, led: now, open, close };
}
