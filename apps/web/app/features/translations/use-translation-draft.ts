import type { Language } from "@kakehashi/contract/languages";
import { useEffect, useState, useSyncExternalStore } from "react";
import type { DeviceDraft } from "./device-draft.ts";
import { type DraftSynchronizer, draftSynchronizerOf } from "./draft-sync.ts";

/** Returns the reader's draft of one translation. All devices of the reader share it. */
export function useTranslationDraft(
  userId: string,
  mid: string,
  language: Language,
): [kept: DeviceDraft, sync: DraftSynchronizer] {
  const [draftSync] = useState(() => draftSynchronizerOf(userId, mid, language));
  useEffect(() => draftSync.follow(), [draftSync]);
  return [useSyncExternalStore(draftSync.subscribe, draftSync.get, draftSync.get), draftSync];
}
