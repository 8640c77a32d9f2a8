import { useEffect } from "react";
import { onLiveConnect } from "../live/connection.ts";
import { restoreUploads, resumeInterrupted } from "./uploads.ts";

/** Resumes uploads to the drive that a reload or a lost connection has interrupted. */
export function useResumedUploads(userId: string): void {
  useEffect(() => {
    void restoreUploads(userId);
    const abortController = new AbortController();
    addEventListener("online", resumeInterrupted, { signal: abortController.signal });
    const unsubscribeConnects = onLiveConnect(resumeInterrupted);
    return () => {
      abortController.abort();
      unsubscribeConnects();
    };
  }, [userId]);
}
