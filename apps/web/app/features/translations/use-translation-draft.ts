import type { Language } from "@kakehashi/contract/languages";
import { useEffect, useState, useSyncExternalStore } from "react";
import type { DeviceDraft } from "./device-draft.ts";
import { type DraftSync, draftSyncOf } from "./draft-sync.ts";

/** Returns the reader's draft of one translation. All devices of the reader share it. */
export function useTranslationDraft(
  userId: string,
  mid: string,
  language: Language,
): [kept: DeviceDraft, sync: DraftSync] {
  const [draftSync] = useState(() => draftSyncOf(userId, mid, language));
  useEffect(() => draftSync.follow(), [draftSync]);
  return [useSyncExternalStore(draftSync.subscribe, draftSync.get, draftSync.get), draftSync];
}
