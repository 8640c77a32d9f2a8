import { IconLanguage } from "@tabler/icons-react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Button } from "../../kit/ui/button.tsx";
import styles from "./project-texts.module.css";
import type { ShownTexts } from "./shown-texts.ts";

/**
 * Says whether a project's texts are shown in the original or translated, and has a button for each other version.
 * Renders nothing if there is only one version.
 */
export function ProjectTextVersionNote({
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
      {otherVersions.map((otherVersion) => (
        <Button key={otherVersion} kind="quiet" size="compact-sm" onClick={() => show(otherVersion)}>
          {t(`textsShow_${otherVersion}`)}
        </Button>
      ))}
    </div>
  );
}
