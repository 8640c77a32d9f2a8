import type { Snippet } from "@kakehashi/contract/codes";
import { useDebouncedValue } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import { Button } from "../../kit/ui/button.tsx";
import { confirm } from "../../kit/ui/confirm.tsx";
import { useNameInLine } from "../profiles/other-name.tsx";
import parts from "./parts.module.css";
import styles from "./snippet-form.module.css";
import { type ComparedText, VersionDifferences } from "./version-differences.tsx";

interface Props {
  /** The version that somebody else saved in the meantime. */
  newer: Snippet;
  mine: ComparedText;
  isSaving: boolean;
  onSaveMine: () => void;
  onTakeTheirs: () => void;
}

/** Shown above the form when somebody else saved first: the differences, and a choice between both versions. */
export function Conflict({ newer, mine, isSaving, onSaveMine, onTakeTheirs }: Props) {
  const { t } = useTranslation("codes");
  const nameInLine = useNameInLine();
  // Compare after a pause in typing, not after each letter.
  const [compared] = useDebouncedValue(mine, 500);
  async function askAndTake(): Promise<void> {
    const question = { title: t("takeTitle"), text: t("takeText"), action: t("takeAction"), danger: true };
    if (await confirm(question)) onTakeTheirs();
  }
  return (
    <section className={styles.conflict} role="alert">
      <h2>{t("conflictTitle", { person: nameInLine(newer.edited_by), version: newer.version })}</h2>
      <p>{t("conflictText")}</p>
      <VersionDifferences
        name={`mine ${newer.slug} ${newer.version} ${compared.content}`}
        before={newer}
        after={compared}
      />
      <div className={parts.buttons}>
        <Button onClick={() => void askAndTake()}>{t("takeTheirs")}</Button>
        <Button kind="primary" loading={isSaving} onClick={onSaveMine}>
          {t("saveMine", { version: newer.version + 1 })}
        </Button>
      </div>
    </section>
  );
}
