import { canDoWithTranslation, type TranslationAction } from "@kakehashi/contract/translation-actions";
import type { TranslationUnit } from "@kakehashi/contract/translations";
import { type SignedInReader, useReader } from "../auth/reader.ts";
import { usePerson } from "../profiles/people.ts";
import { useClaimant } from "./claimed-by.tsx";

type UnitActor = Pick<SignedInReader, "userId" | "role" | "languages">;

/** Whether the reader may take this action on a translation. The server has the same rule. */
export const isTranslationActionAllowed = (
  { userId, role, languages }: UnitActor,
  action: TranslationAction,
  unit: TranslationUnit,
  { claimedBy, isAuthorGone }: { claimedBy: string | null; isAuthorGone: boolean },
): boolean =>
  canDoWithTranslation({ user_id: userId, role, languages, working_language: languages[0] ?? null }, action, {
    ...unit,
    claimedByUserId: claimedBy,
    isMessageAuthorGone: isAuthorGone,
  });

/** Returns a function that says whether the reader may take an action on a translation now. */
export function useIsTranslationActionAllowed(unit: TranslationUnit): (action: TranslationAction) => boolean {
  const reader = useReader();
  const claimedBy = useClaimant(unit);
  const isAuthorGone = usePerson(unit.message.user_id)?.deleted === true;
  return (action) => isTranslationActionAllowed(reader, action, unit, { claimedBy, isAuthorGone });
}
