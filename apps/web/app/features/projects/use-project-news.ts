import { useEffect } from "react";
import { queryClient } from "../../kit/query.ts";
import { onLiveEvent, onPersonalEvent } from "../live/connection.ts";
import { refetchProject } from "./queries.ts";

/**
 * Fetches a project again when a notification about it arrives: somebody applied, agreed, left, or it has started; and
 * when its texts or their translations have changed. When the reader enters or leaves a conversation, it may be because of any project.
 */
export function useProjectNews(): void {
  useEffect(() => {
    const endPersonal = onPersonalEvent((event) => {
      const project = "notification" in event ? event.notification.data.project : undefined;
      if (project) refetchProject(project.id);
      if (event.type === "PROJECT_CHANGED") refetchProject(event.project_id);
    });
    const endLive = onLiveEvent(({ type }) => {
      if (type === "CONVERSATION_ADDED" || type === "CONVERSATION_REMOVED")
        void queryClient().invalidateQueries({ queryKey: ["projects"] });
    });
    return () => {
      endPersonal();
      endLive();
    };
  }, []);
}
