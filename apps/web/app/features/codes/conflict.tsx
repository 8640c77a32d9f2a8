import type { Snippet } from "@kakehashi/contract/codes";
import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useRef } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { askToConfirm } from "../../kit/ui/confirm.tsx";
import { useNameInLineFormatter } from "../profiles/name-in-other-script.tsx";
import parts from "./parts.module.css";
import styles from "./snippet-form.module.css";
import { type ComparableVersion, VersionDifferences } from "./version-differences.tsx";

interface SnippetConflictProps {
  /** The version of the snippet that somebody else has saved since the writer opened the form. */
  newerSnippet: Snippet;
  ownVersion: ComparableVersion;
  /** Whether the writer has pressed Save, so that they must choose one of the two versions now. */
  isAfterSave: boolean;
  isSaving: boolean;
  onKeepOwnVersion: () => void;
  onTakeNewerVersion: () => void;
}

/**
 * Shown above the form when somebody else has saved the snippet first. Lists the differences between the two versions,
 * with a button for each version.
 */
export function SnippetConflict({
  newerSnippet: loadedNewerSnippet,
  ownVersion,
  isAfterSave,
  isSaving,
  onKeepOwnVersion,
  onTakeNewerVersion,
}: SnippetConflictProps) {
  const { t } = useTranslation("codes");
  const nameInLine = useNameInLineFormatter();
  const title = t("conflictTitle", {
    person: nameInLine(loadedNewerSnippet.edited_by),
    version: loadedNewerSnippet.version,
  });
  // Compare the two texts only when the writer pauses. A comparison after each typed letter would be slow.
  const [comparedVersion] = useDebouncedValue(ownVersion, 500);
  const section = useRef<HTMLElement>(null);
  // The writer has pressed the Save button below the form, and the button disappears. Focus the conflict above the
  // form, so that the writer sees it.
  useEffect(() => {
    if (isAfterSave) section.current?.focus();
  }, [isAfterSave]);
  async function confirmAndTakeNewerVersion(): Promise<void> {
    const question = {
      title: t("takeTitle"),
      text: t("takeText"),
      actionLabel: t("takeAction"),
      isDestructive: true,
    };
    if (await askToConfirm(question)) onTakeNewerVersion();
  }
  return (
    <section ref={section} tabIndex={-1} className={styles.conflict} role="alert" aria-label={title}>
      <h2>{title}</h2>
      <p>{t("conflictText")}</p>
      <VersionDifferences
        name={`mine ${loadedNewerSnippet.slug} ${loadedNewerSnippet.version} ${comparedVersion.content}`}
        before={loadedNewerSnippet}
        after={comparedVersion}
      />
      <div className={parts.buttons}>
        <Button onClick={() => void confirmAndTakeNewerVersion()}>{t("takeTheirs")}</Button>
        <Button kind="primary" loading={isSaving} onClick={onKeepOwnVersion}>
          {t("saveMine", { version: loadedNewerSnippet.version + 1 })}
        </Button>
      </div>
    </section>
  );
}
