import { useEffect } from "react";
import { onLiveConnect } from "../live/connection.ts";
import { restoreUploads, resumeDisconnectedUploads } from "./uploads.ts";

/** Resumes uploads to the drive that a reload or a lost connection has interrupted. */
export function useResumedUploads(userId: string): void {
  useEffect(() => {
    void restoreUploads(userId);
    const abortController = new AbortController();
    addEventListener("online", resumeDisconnectedUploads, { signal: abortController.signal });
    const unsubscribeConnects = onLiveConnect(resumeDisconnectedUploads);
    return () => {
      abortController.abort();
      unsubscribeConnects();
    };
  }, [userId]);
}
