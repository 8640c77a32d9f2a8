import type { BroadcastDetail, BroadcastResult } from "@kakehashi/contract/bot-broadcasts";
import { useTranslation } from "react-i18next";
import { languageNames } from "../../i18n/texts.ts";
import { RowsOrCards } from "../../kit/table/rows.tsx";
import { ButtonLink } from "../../kit/ui/button-link.tsx";
import { useFormat } from "../../kit/use-format.ts";
import styles from "./bots.module.css";
import own from "./broadcasts.module.css";

/** The figures that are drawn as bars. Each is a share of the visitors who got the broadcast. */
const steps = ["sent", "delivered", "read", "clicked", "answered"] as const;
const skipReasons = ["TALKING", "GONE", "FULL"] as const;

const skippedOf = ({ skipped }: BroadcastResult) => skipped.TALKING + skipped.GONE + skipped.FULL;

/** The results of a broadcast: bars, the reasons why visitors got nothing, and a table by language. */
export function BroadcastResults({ botId, broadcast }: { botId: string; broadcast: BroadcastDetail }) {
  const { t } = useTranslation("broadcasts");
  const { number } = useFormat();
  const { id, results } = broadcast;
  if (results.length === 0) return null;
  const sum = (count: (row: BroadcastResult) => number) =>
    results.reduce((total, row) => total + count(row), 0);
  const left = sum((row) => row.planned - row.sent - skippedOf(row));
  // Leave out reasons for which nobody was skipped.
  const others = [
    ...skipReasons.map((reason) => [`figure_${reason}`, sum(({ skipped }) => skipped[reason])] as const),
    ["figure_left", left] as const,
  ].filter(([, count]) => count > 0);
  return (
    <section className={styles.section}>
      <div className={styles.sectionHead}>
        <h2>{t("results")}</h2>
        <ButtonLink target={{ download: `/api/bots/${botId}/broadcasts/${id}/csv` }}>{t("csv")}</ButtonLink>
      </div>
      <Bars sum={sum} />
      {others.length > 0 && (
        <dl className={own.figures}>
          {others.map(([name, count]) => (
            <div key={name}>
              <dt>{t(name)}</dt>
              <dd>{number(count)}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className={styles.hint}>{t("readHint")}</p>
      <p className={styles.hint}>{t("answeredHint")}</p>
      {results.length > 1 && (
        <div className={own.perLanguage}>
          <RowsOrCards
            label={t("results")}
            rows={results}
            keyOf={({ language }) => language}
            columns={[
              {
                title: t("language"),
                cell: ({ language }) => <span lang={language}>{languageNames[language]}</span>,
              },
              { title: t("figure_planned"), cell: ({ planned }) => number(planned) },
              ...steps.map((step) => ({
                title: t(`figure_${step}`),
                cell: (row: BroadcastResult) => number(row[step]),
              })),
              { title: t("figure_skipped"), cell: (row) => number(skippedOf(row)) },
            ]}
          />
        </div>
      )}
    </section>
  );
}

/**
 * Of the visitors who got it: how many have it on their page, read it, pressed something in it, and wrote afterwards.
 */
function Bars({ sum }: { sum: (count: (row: BroadcastResult) => number) => number }) {
  const { t, i18n } = useTranslation("broadcasts");
  const { number } = useFormat();
  const percent = new Intl.NumberFormat(i18n.language, { style: "percent" });
  const sent = sum((row) => row.sent);
  return (
    <dl className={own.bars}>
      {steps.map((step) => {
        const count = sum((row) => row[step]);
        const share = sent === 0 ? 0 : count / sent;
        return (
          <div key={step} data-step={step}>
            <dt>{t(`figure_${step}`)}</dt>
            <dd>
              <strong>{number(count)}</strong>
              {step !== "sent" && sent > 0 && <small>{percent.format(share)}</small>}
            </dd>
            <span aria-hidden="true">
              <span style={{ width: `${100 * share}%` }} />
            </span>
          </div>
        );
      })}
    </dl>
  );
}
