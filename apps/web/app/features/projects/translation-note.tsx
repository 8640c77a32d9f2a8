import { IconLanguage } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../kit/ui/button.tsx";
import styles from "./project-texts.module.css";
import type { ShownTexts } from "./shown-texts.ts";

/** Names the shown version of a project's texts, with buttons for the others. Nothing if there is only one. */
export function TranslationNote({
  texts: { version, otherVersions, isOutdated, show },
}: {
  texts: ShownTexts;
}) {
  const { t } = useTranslation("projects");
  if (otherVersions.length === 0) return null;
  return (
    <div className={styles.note} role="status">
      <IconLanguage size={18} stroke={1.8} aria-hidden="true" />
      <span>{t(version === "original" && isOutdated ? "textsOutdated" : `texts_${version}`)}</span>
      {otherVersions.map((other) => (
        <Button key={other} kind="quiet" size="compact-sm" onClick={() => show(other)}>
          {t(`textsShow_${other}`)}
        </Button>
      ))}
    </div>
  );
}
