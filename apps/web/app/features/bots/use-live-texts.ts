import { useEffect, useEffectEvent } from "react";
import { onLiveConnect, onPersonalEvent } from "../live/connection.ts";

/** Calls `refetch` when a translator or another editor may have changed a text of a bot. */
export function useBotTextUpdates(botId: string, refetch: (botId: string) => Promise<void>): void {
  const refetchList = useEffectEvent(() => void refetch(botId));
  useEffect(() => {
    const unsubscribeEvents = onPersonalEvent((event) => {
      if (event.type === "BOT_TEXTS_CHANGED" && event.bot_id === botId) refetchList();
    });
    const unsubscribeConnects = onLiveConnect(() => refetchList());
    return () => {
      unsubscribeEvents();
      unsubscribeConnects();
    };
  }, [botId]);
}
