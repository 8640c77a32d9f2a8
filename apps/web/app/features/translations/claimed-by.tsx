import { useTranslation } from "react-i18next";
import { useNameInLine } from "../profiles/other-name.tsx";
import { usePerson } from "../profiles/people.ts";

/** Says who is translating a message now. */
export function ClaimedBy({ userId }: { userId: string }) {
  const { t } = useTranslation("messages");
  const nameOf = useNameInLine();
  const person = usePerson(userId);
  return person && <span>{t("isTranslating", { name: nameOf(person) })}</span>;
}
