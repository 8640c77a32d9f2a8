import { useEffect, useEffectEvent, useRef } from "react";

const channelName = "ended drafts";

/**
 * Tells the other tabs that the draft `name` was sent or discarded. All tabs share the stored draft. The tab that has
 * deleted it calls the returned function. In the other tabs, `storeDraftAgain` is then called, so that texts that were typed
 * there are not lost.
 */
export function useDraftEndAcrossTabs(name: string, storeDraftAgain: () => void): () => void {
  const channel = useRef<BroadcastChannel>(null);
  const onDraftEnd = useEffectEvent(storeDraftAgain);
  useEffect(() => {
    const openedChannel = new BroadcastChannel(channelName);
    openedChannel.onmessage = ({ data }) => {
      if (data === name) onDraftEnd();
    };
    channel.current = openedChannel;
    return () => openedChannel.close();
  }, [name]);
  // A broadcast channel does not receive the messages that it sent itself.
  return () => channel.current?.postMessage(name);
}
