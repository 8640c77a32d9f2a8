import { useEffect } from "react";
import { onPersonalEvent } from "../live/connection.ts";
import { refetchProject } from "./queries.ts";

/** Fetches a project again when a notification about it arrives: somebody applied, agreed, left, or it has started. */
export function useProjectNews(): void {
  useEffect(
    () =>
      onPersonalEvent((event) => {
        const project = "notification" in event ? event.notification.data.project : undefined;
        if (project) refetchProject(project.id);
      }),
    [],
  );
}
