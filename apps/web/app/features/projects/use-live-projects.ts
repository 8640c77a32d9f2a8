import { useEffect } from "react";
import { refetchLists } from "../../kit/query.ts";
import { onConversationEvent, onLiveConnect, onPersonalEvent } from "../live/connection.ts";
import { refetchProject } from "./queries.ts";

/**
 * Refetches a project when its texts, its people, or the reader's own status in it change. Refetches all projects after
 * a new connection, and when the reader joins or leaves a conversation, because any project may then have changed. The
 * returned function stops this.
 */
export function keepProjectsUpdated(): () => void {
  const refetchAllProjects = () => void refetchLists({ queryKey: ["projects"] });
  const unsubscribePersonalEvents = onPersonalEvent((event) => {
    const project = "notification" in event ? event.notification.data.project : undefined;
    if (project) refetchProject(project.id);
    if (event.type === "PROJECT_CHANGED") refetchProject(event.project_id);
  });
  const unsubscribeLiveEvents = onConversationEvent(({ type }) => {
    if (type === "CONVERSATION_ADDED" || type === "CONVERSATION_REMOVED") refetchAllProjects();
  });
  const unsubscribeConnects = onLiveConnect(refetchAllProjects);
  return () => {
    unsubscribePersonalEvents();
    unsubscribeLiveEvents();
    unsubscribeConnects();
  };
}

export function useLiveProjects(): void {
  useEffect(keepProjectsUpdated, []);
}
