import { useEffect, useEffectEvent, useRef } from "react";

const channelName = "ended drafts";

/**
 * Tabs with the same form share one stored draft, called `name`. A tab that sends or discards its text deletes the
 * draft. That tab then calls the returned function, and all other tabs call `storeAgain`, so that their text stays.
 */
export function useDraftEnd(name: string, storeAgain: () => void): () => void {
  const channel = useRef<BroadcastChannel>(null);
  const onEnd = useEffectEvent(storeAgain);
  useEffect(() => {
    const openedChannel = new BroadcastChannel(channelName);
    openedChannel.onmessage = ({ data }) => {
      if (data === name) onEnd();
    };
    channel.current = openedChannel;
    return () => openedChannel.close();
  }, [name]);
  // A broadcast channel does not receive the messages that it sent itself.
  return () => channel.current?.postMessage(name);
}
