import { useEffect } from "react";
import { refetchLists } from "../../kit/query.ts";
import { onLiveConnect, onLiveEvent, onPersonalEvent } from "../live/connection.ts";
import { refetchProject } from "./queries.ts";

/**
 * Refetches a project when its texts, its people, or the reader's own status in it change. After a new connection, and
 * when the reader joins or leaves a conversation, refetches all projects, because any may have changed.
 */
export function keepProjectsUpdated(): () => void {
  const refetchAllProjects = () => void refetchLists({ queryKey: ["projects"] });
  const unsubscribePersonalEvents = onPersonalEvent((event) => {
    const project = "notification" in event ? event.notification.data.project : undefined;
    if (project) refetchProject(project.id);
    if (event.type === "PROJECT_CHANGED") refetchProject(event.project_id);
  });
  const unsubscribeLiveEvents = onLiveEvent(({ type }) => {
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
