import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { dayFormat } from "../../kit/day-format.ts";
import { Button } from "../../kit/ui/button.tsx";
import { useCategories } from "../profiles/queries.ts";
import styles from "./form.module.css";
import { type Change, isUnchanged, type Merged } from "./merge-edits.ts";
import { labelKeys } from "./project-fields.tsx";
import { useCurrencies } from "./queries.ts";

interface Props {
  merged: Merged;
  /** Whether it takes the focus when it appears: a save waits for it, and the form below is long. */
  autoFocus: boolean;
  onTake: (change: Change) => void;
}

/**
 * Shown above the form after somebody else has saved: their changes, and the fields in which the form keeps
 * the writer's text.
 */
export function TheirChanges({ merged, autoFocus, onTake }: Props) {
  const { changes, areFilesChanged } = merged;
  const { t, i18n } = useTranslation("projects");
  const day = dayFormat(i18n.language, "long");
  const choices = [...useCategories(), ...useCurrencies()];
  const shown = ({ name, theirs }: Change): string =>
    name === "start_date" ? day(theirs) : (choices.find(({ id }) => id === theirs)?.name ?? theirs);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (autoFocus) section.current?.focus();
  }, [autoFocus]);
  return (
    <section ref={section} tabIndex={-1} className={styles.theirs} role="alert" aria-label={t("theirsTitle")}>
      <h2>{t("theirsTitle")}</h2>
      <p>{t(isUnchanged(merged) ? "theirsSame" : "theirsText")}</p>
      <dl>
        {changes.map((change) => (
          <div key={change.name}>
            <dt>{t(labelKeys[change.name])}</dt>
            <dd>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: A long text scrolls, also by the keyboard. */}
              <blockquote tabIndex={0}>{shown(change)}</blockquote>
              {change.isMineToo ? (
                <span className={styles.both}>
                  {t("theirsMine")}
                  <Button
                    size="xs"
                    onClick={({ currentTarget }) => {
                      // The button disappears, so the focus moves to the text that it took.
                      currentTarget.closest("dd")?.querySelector("blockquote")?.focus();
                      onTake(change);
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
