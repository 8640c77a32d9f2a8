import { useTranslation } from "react-i18next";
import { usePerson } from "../profiles/people.ts";
import { shortName } from "../profiles/short-name.ts";

/** Says who is translating a message now. */
export function ClaimedBy({ userId }: { userId: string }) {
  const { t } = useTranslation("messages");
  const person = usePerson(userId);
  return person && <span>{t("isTranslating", { name: shortName(person.name) })}</span>;
}
