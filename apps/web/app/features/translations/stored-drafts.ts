import { onLiveConnect } from "../live/connection.ts";
import { listUnsavedDrafts } from "./draft.ts";

/**
 * Now and after each connection, saves this person's drafts that are not on the server yet and whose editors are
 * closed. The returned function stops this.
 */
export function saveStoredDraftsOnConnect(userId: string): () => void {
  let isStopped = false;
  async function saveAllDrafts(): Promise<void> {
    const drafts = listUnsavedDrafts(userId);
    if (drafts.length === 0) return;
    const { draftSynchronizerOf } = await import("./draft-sync.ts");
    for (const { mid, language } of drafts) {
      // Stop if the person has signed out. The draft must not be saved for the next person who signs in.
      if (isStopped) return;
      await draftSynchronizerOf(userId, mid, language).saveStored();
    }
  }
  const saveAllIgnoringErrors = () => void saveAllDrafts().catch(() => undefined);
  saveAllIgnoringErrors();
  const stopListening = onLiveConnect(saveAllIgnoringErrors);
  return () => {
    isStopped = true;
    stopListening();
  };
}
