import type { Firm, FirmInAllLanguages } from "@kakehashi/contract/firm";
import { languages } from "@kakehashi/contract/languages";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { type ConflictActions, ConflictChoice } from "./conflict-choice.tsx";
import styles from "./plans.module.css";

const fieldLabelKeys = {
  reply_time: "firmReply",
  email: "firmEmail",
  phone: "firmPhone",
  address: "firmAddress",
  city: "firmCity",
  country: "firmCountry",
  map_url: "firmMap",
  registered_name: "firmRegisteredName",
  registered_number: "firmRegisteredNumber",
  people: "firmPeople",
} as const satisfies Record<keyof FirmInAllLanguages, string>;
const firmFieldNames = Object.keys(fieldLabelKeys) as (keyof FirmInAllLanguages)[];

/**
 * Returns one field of the company's details as text, so that two versions can be compared. A translated field gives
 * its texts in all languages. The list of people gives their names, titles and descriptions.
 */
function textOfFieldValue(fieldValue: FirmInAllLanguages[keyof FirmInAllLanguages]): string {
  if (typeof fieldValue === "string") return fieldValue;
  if (Array.isArray(fieldValue))
    return fieldValue
      .map(({ name, role, text }) =>
        [name, textOfFieldValue(role), textOfFieldValue(text)].filter(Boolean).join(", "),
      )
      .join("; ");
  return [...new Set(languages.map((language) => fieldValue[language]).filter(Boolean))].join(" / ");
}

/**
 * Shown when another admin has saved the firm's details first. Lists the differences between the two versions, and lets
 * this admin choose one of them, so that no change is lost unnoticed.
 */
export function FirmConflict({
  firmOfOtherAdmin: otherFirm,
  ownFirmFields: ownFields,
  ...conflictActions
}: ConflictActions & {
  firmOfOtherAdmin: Firm;
  ownFirmFields: FirmInAllLanguages;
}) {
  const { t } = useTranslation("desk");
  const format = useFormat();
  const name = otherFirm.changed_by ?? t("somebody");
  const updatedAtText = otherFirm.updated_at ? format.fullDateTime(otherFirm.updated_at) : "";
  const differingFields = firmFieldNames.filter(
    (field) => JSON.stringify(otherFirm[field]) !== JSON.stringify(ownFields[field]),
  );
  return (
    <section className={styles.conflict} role="alert">
      <p>{t("firmConflict", { name, when: updatedAtText })}</p>
      <ul>
        {differingFields.map((field) => (
          <li key={field}>
            <b>{t(fieldLabelKeys[field])}</b>: {textOfFieldValue(otherFirm[field]) || "–"}
          </li>
        ))}
      </ul>
      <ConflictChoice {...conflictActions} />
    </section>
  );
}
