import type { TranslationUnit } from "@kakehashi/contract/translations";
import { useTranslation } from "react-i18next";
import { useNameInLine } from "../profiles/other-name.tsx";
import { usePerson } from "../profiles/people.ts";
import { refreshTranslations } from "./queries.ts";
import { useClaimHolds } from "./use-claim-holds.ts";

/** The id of the person who is translating this unit. Null once they were silent for so long that others may begin. */
export function useClaimant({ translation, claimed_at }: TranslationUnit): string | null {
  // They may have claimed it again since: an event may have been missed.
  return useClaimHolds(claimed_at, refreshTranslations) ? (translation?.claimed_by ?? null) : null;
}

/** Says who is translating a message now. */
export function ClaimedBy({ userId }: { userId: string }) {
  const { t } = useTranslation("messages");
  const nameOf = useNameInLine();
  const person = usePerson(userId);
  return person && <span>{t("isTranslating", { name: nameOf(person) })}</span>;
}
