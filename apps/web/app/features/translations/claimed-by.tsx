import type { TranslationUnit } from "@kakehashi/contract/translations";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { useNameInLineFormatter } from "../profiles/name-in-other-script.tsx";
import { usePerson } from "../profiles/people.ts";
import { refetchTranslations } from "./queries.ts";
import { useIsClaimValid } from "./use-claim-holds.ts";

/**
 * Returns the id of the person who is translating this message. Null if nobody is, or if that person's claim has
 * expired.
 */
export function useClaimant({ translation, claimed_at }: TranslationUnit): string | null {
  // Refetch a claim when it expires. The person may have renewed it, and the live event about that may have been lost.
  return useIsClaimValid(claimed_at, refetchTranslations) ? (translation?.claimed_by ?? null) : null;
}

/** Says who is translating a message now. */
export function ClaimedByNote({ userId }: { userId: string }) {
  const { t } = useTranslation("messages");
  const formatPersonName = useNameInLineFormatter();
  const person = usePerson(userId);
  return person && <span>{t("isTranslating", { name: formatPersonName(person) })}</span>;
}
