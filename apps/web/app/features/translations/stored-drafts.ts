import { onLiveConnect } from "../live/connection.ts";
import { listUnsavedDrafts } from "./draft.ts";

/**
 * Saves the drafts of this person that the browser has stored and the server may not have, after each
 * connection. These are drafts that were typed offline in editors that are closed now. Call the returned
 * function to stop.
 */
export function saveStoredDraftsOnConnect(userId: string): () => void {
  let isStopped = false;
  async function saveAll(): Promise<void> {
    const drafts = listUnsavedDrafts(userId);
    if (drafts.length === 0) return;
    const { draftSyncOf } = await import("./draft-sync.ts");
    for (const { mid, language } of drafts) {
      // Stop when the person has signed out. Otherwise the draft could be saved for the next person who signs in.
      if (isStopped) return;
      await draftSyncOf(userId, mid, language).saveStored();
    }
  }
  const saveAllIgnoringErrors = () => void saveAll().catch(() => undefined);
  saveAllIgnoringErrors();
  const stopListening = onLiveConnect(saveAllIgnoringErrors);
  return () => {
    isStopped = true;
    stopListening();
  };
}
