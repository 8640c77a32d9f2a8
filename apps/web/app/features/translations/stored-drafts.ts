import { onLiveConnect } from "../live/connection.ts";
import { listUnsavedDrafts } from "./draft.ts";

/**
 * After each connection, saves the drafts of this person that were typed offline and whose editors are closed now. Call
 * the returned function to stop.
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
