import { useEffect, useRef } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Button } from "../../kit/ui/button.tsx";
import styles from "./form.module.css";
import type { OthersFieldChange } from "./merge-fields.ts";

interface TheirChangesProps<Name extends string> {
  changes: readonly OthersFieldChange<Name>[];
  areFilesChanged?: boolean;
  labelOf: (name: Name) => string;
  /** Formats the other person's value of a changed field for the reader. */
  theirTextOf: (change: OthersFieldChange<Name>) => string;
  /**
   * Whether this section gets the focus when it appears. Used after a press on Save, because the Save button may be far
   * below this section.
   */
  autoFocus: boolean;
  onTakeTheirText: (change: OthersFieldChange<Name>) => void;
}

/**
 * Shown above the form after somebody else has saved. Lists that person's changes, and the fields in which the form
 * keeps the writer's text.
 */
export function OtherPersonsChanges<Name extends string>({
  changes,
  areFilesChanged = false,
  labelOf,
  theirTextOf,
  autoFocus,
  onTakeTheirText,
}: TheirChangesProps<Name>) {
  const { t } = useTranslation("projects");
  const containsOthersChanges = changes.length === 0 && !areFilesChanged;
  const sectionRef = useRef<HTMLElement>(null);
  useEffect(() => {
    if (autoFocus) sectionRef.current?.focus();
  }, [autoFocus]);
  return (
    <section
      ref={sectionRef}
      tabIndex={-1}
      className={styles.theirs}
      role="alert"
      aria-label={t("theirsTitle")}
    >
      <h2>{t("theirsTitle")}</h2>
      <p>{t(containsOthersChanges ? "theirsSame" : "theirsText")}</p>
      <dl>
        {changes.map((change) => (
          <div key={change.name}>
            <dt>{labelOf(change.name)}</dt>
            <dd>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: A long text scrolls, also by the keyboard. */}
              <blockquote tabIndex={0}>{theirTextOf(change)}</blockquote>
              {change.isChangedByBoth ? (
                <span className={styles.both}>
                  {t("theirsMine")}
                  <Button
                    size="xs"
                    onClick={({ currentTarget }) => {
                      // The pressed button disappears, so focus the other person's text beside it.
                      currentTarget.closest("dd")?.querySelector("blockquote")?.focus();
                      onTakeTheirText(change);
                    }}
                  >
                    {t("theirsTake")}
                  </Button>
                </span>
              ) : (
                <span className={styles.both}>{t("theirsTaken")}</span>
              )}
            </dd>
          </div>
        ))}
        {areFilesChanged && (
          <div>
            <dt>{t("files")}</dt>
            <dd>{t("theirsFiles")}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}
