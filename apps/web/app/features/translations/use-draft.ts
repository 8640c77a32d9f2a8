import type { Language } from "@kakehashi/contract/languages";
import { useEffect, useState, useSyncExternalStore } from "react";
import { type DraftSync, draftSyncOf } from "./draft-keeper.ts";
import type { DeviceDraft } from "./kept-draft.ts";

/** The reader's draft of one translation, which all of their devices share. */
export function useDraft(
  userId: string,
  mid: string,
  language: Language,
): [kept: DeviceDraft, keeper: DraftSync] {
  const [keeper] = useState(() => draftSyncOf(userId, mid, language));
  useEffect(() => keeper.follow(), [keeper]);
  return [useSyncExternalStore(keeper.subscribe, keeper.get, keeper.get), keeper];
}
