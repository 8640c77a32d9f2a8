import type { PricePlan } from "@kakehashi/contract/plans";
import { nativeLanguageNames } from "../../i18n/texts.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { type ConflictActions, ConflictChoice } from "./conflict-choice.tsx";
import { priceTextOf } from "./plan-queries.ts";
import styles from "./plans.module.css";

const siteLanguages = ["en", "vi"] as const;

/**
 * Shown when another admin has saved the same price plan first. Shows the other version and lets this admin choose one
 * of the two, so that no change is lost unnoticed.
 */
export function PlanConflict({
  planOfOtherAdmin: otherPlan,
  ...conflictActions
}: ConflictActions & { planOfOtherAdmin: PricePlan }) {
  const { t } = useTranslation("desk");
  const format = useFormat();
  const name = otherPlan.changed_by ?? t("somebody");
  return (
    <section className={styles.conflict} role="alert">
      <p>{t("planConflict", { name, when: format.fullDateTime(otherPlan.updated_at) })}</p>
      <div className={styles.pair}>
        {siteLanguages.map((language) => {
          const { title, text, suits, points } = otherPlan.words[language];
          return (
            <div key={language} lang={language}>
              <h3>{nativeLanguageNames[language]}</h3>
              <p>
                <b>{title}</b>
              </p>
              <p>{text}</p>
              <p>{suits}</p>
              <ul>
                {points.map((point) => (
                  <li key={point}>{point}</li>
                ))}
              </ul>
            </div>
          );
        })}
      </div>
      <p>
        {priceTextOf(otherPlan, t, format)} · {t(otherPlan.shown ? "planShown" : "planHidden")}
      </p>
      <ConflictChoice {...conflictActions} />
    </section>
  );
}
