import type { StoredFile } from "@kakehashi/contract/files";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { createDayFormat } from "../../kit/day-format.ts";
import { LinkedText } from "../../kit/linked-text.tsx";
import { MessageFiles } from "../files/message-files.tsx";
import { useBudgetFormatter } from "./facts.tsx";
import styles from "./form.module.css";
import projectStyles from "./projects.module.css";

/** The values of a project that its preview shows. */
export interface ProjectFormPreviewValues {
  readonly name: string;
  readonly description: string;
  readonly skill: string;
  readonly time: string;
  readonly start_date: string;
  readonly min_cost: number;
  readonly max_cost: number;
  readonly category: string;
  /** The code of the currency, such as USD. */
  readonly currency: string;
}

/** A preview of an unsaved project, as other people will see it. */
export function ProjectFormPreview({
  preview,
  files,
}: {
  preview: ProjectFormPreviewValues;
  files: readonly StoredFile[];
}) {
  const { t, i18n } = useTranslation("projects");
  const formatBudget = useBudgetFormatter();
  const day = createDayFormat(i18n.language, "long");
  const { min_cost, max_cost } = preview;
  return (
    <section className={styles.preview} aria-label={t("preview")}>
      <h2 className={styles.previewName}>{preview.name}</h2>
      <dl className={projectStyles.facts}>
        <dt>{t("budget")}</dt>
        <dd className={projectStyles.money}>
          {formatBudget({ min_cost, max_cost, currency: { code: preview.currency } })}
        </dd>
        <dt>{t("start")}</dt>
        <dd>{day(preview.start_date)}</dd>
        <dt>{t("time")}</dt>
        <dd>{preview.time}</dd>
        <dt>{t("category")}</dt>
        <dd>{preview.category}</dd>
      </dl>
      <h3>{t("description")}</h3>
      <p className={projectStyles.text}>
        <LinkedText text={preview.description} />
      </p>
      <h3>{t("skill")}</h3>
      <p className={projectStyles.text}>
        <LinkedText text={preview.skill} />
      </p>
      {files.length > 0 && (
        <>
          <h3>{t("files")}</h3>
          <MessageFiles files={files} />
        </>
      )}
    </section>
  );
}
