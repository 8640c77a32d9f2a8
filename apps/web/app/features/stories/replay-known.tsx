import type { ReplayStep } from "@kakehashi/contract/schemas/flows/replay-turn";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { createVariableFormatter } from "../bots/variable-text.ts";
import styles from "./replay.module.css";

interface ReplayedVariablesAndTagsProps {
  step: ReplayStep;
  /** The names of the variables that store the answer to a question for a date. */
  dateVariableNames: readonly string[];
}

/** The variables and tags of the visitor before and after a replayed step. Those that the step changed come first. */
export function ReplayedVariablesAndTags({
  step: { valuesBefore, valuesAfter },
  dateVariableNames,
}: ReplayedVariablesAndTagsProps) {
  const { t, i18n } = useTranslation("stories");
  if (!valuesBefore || !valuesAfter) return <p className={styles.note}>{t("knownLost")}</p>;
  const valueBefore = new Map(valuesBefore.variables.map(({ name, value }) => [name, value]));
  const valueAfter = new Map(valuesAfter.variables.map(({ name, value }) => [name, value]));
  if (valuesBefore.tags.length > 0 || valuesAfter.tags.length > 0) {
    valueBefore.set(t("tags"), valuesBefore.tags.join(", "));
    valueAfter.set(t("tags"), valuesAfter.tags.join(", "));
  }
  const rows = [...new Set([...valueBefore.keys(), ...valueAfter.keys()])].map((name) => ({
    name,
    was: valueBefore.get(name) ?? "",
    is: valueAfter.get(name) ?? "",
  }));
  const formatVariable = createVariableFormatter({ date_variables: dateVariableNames }, i18n.language);
  const changedRows = rows.filter((row) => row.was !== row.is);
  return (
    <details className={styles.known} open>
      <summary>
        {changedRows.length === 0 ? t("knownUnchanged") : t("knownChanges", { count: changedRows.length })}
      </summary>
      {rows.length === 0 ? (
        <p className={styles.note}>{t("knownNothing")}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">{t("knownName")}</th>
              <th scope="col">{t("knownBefore")}</th>
              <th scope="col">{t("knownAfter")}</th>
            </tr>
          </thead>
          <tbody>
            {[...changedRows, ...rows.filter((row) => row.was === row.is)].map((row) => (
              <tr key={row.name} data-changed={row.was !== row.is || undefined}>
                <th scope="row">{row.name}</th>
                <td>{formatVariable({ name: row.name, value: row.was }) || "–"}</td>
                <td>{formatVariable({ name: row.name, value: row.is }) || "–"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  );
}
