import { broadcastSkipReasons, broadcastUnsentReasonTexts } from "@kakehashi/contract/bot-broadcast-reasons";
import type { BroadcastDetail, BroadcastResultCounts } from "@kakehashi/contract/bot-broadcasts";
import { nativeLanguageNames } from "../../i18n/texts.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { RowsOrCards } from "../../kit/table/rows.tsx";
import { ButtonLink } from "../../kit/ui/button-link.tsx";
import { useFormat } from "../../kit/use-format.ts";
import styles from "./bots.module.css";
import own from "./broadcasts.module.css";
import { formatPlatformName } from "./platform-names.ts";
import { useReportFormats } from "./use-figure-words.ts";

/**
 * The numbers of a broadcast's results that are drawn as bars. The length of a bar is the number's share of the
 * visitors who got the broadcast.
 */
const figureNames = ["sent", "delivered", "read", "clicked", "answered"] as const;

const skippedTotalOf = ({ skipped }: BroadcastResultCounts) =>
  Object.values(skipped).reduce((total, count) => total + count, 0);

/**
 * The results of a broadcast: bars, the reasons why some visitors did not get it, and a table by platform and language.
 */
export function BroadcastResults({ botId, broadcast }: { botId: string; broadcast: BroadcastDetail }) {
  const { t } = useTranslation("broadcasts");
  const { t: tBots } = useTranslation("bots");
  const { language, number } = useReportFormats();
  const { id, results, unreached } = broadcast;
  if (results.length === 0) return null;
  const sumRows = (count: (row: BroadcastResultCounts) => number) =>
    results.reduce((total, row) => total + count(row), 0);
  const isOnPlatforms = results.some(({ platform }) => platform !== "WEB");
  const remainingCount = sumRows((row) => row.planned - row.sent - skippedTotalOf(row));
  // Omit reasons that apply to no visitor.
  const otherFigures = [
    ...broadcastSkipReasons.map((reason): [string, number] => [
      t("figure_reason", { reason: broadcastUnsentReasonTexts[reason][language] }),
      sumRows(({ skipped }) => skipped[reason]),
    ]),
    [t("figure_left"), remainingCount] as [string, number],
  ].filter(([, count]) => count > 0);
  return (
    <section className={styles.section}>
      <div className={styles.sectionHead}>
        <h2>{t("results")}</h2>
        <ButtonLink target={{ download: `/api/bots/${botId}/broadcasts/${id}/csv` }}>{t("csv")}</ButtonLink>
      </div>
      {!unreached && <ResultBars results={results} />}
      {otherFigures.length > 0 && (
        <dl className={own.figures}>
          {otherFigures.map(([name, count]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{number(count)}</dd>
            </div>
          ))}
        </dl>
      )}
      {!unreached && (
        <>
          <p className={styles.hint}>{t("readHint")}</p>
          {isOnPlatforms && <p className={styles.hint}>{t("platformHint")}</p>}
          <p className={styles.hint}>{t("answeredHint")}</p>
        </>
      )}
      {results.length > 1 && (
        <div className={own.perLanguage}>
          <RowsOrCards
            label={t("results")}
            rows={results}
            keyOf={({ platform, language }) => `${platform} ${language}`}
            columns={[
              ...(isOnPlatforms
                ? [
                    {
                      title: t("platform"),
                      cell: (row: BroadcastResultCounts) => formatPlatformName(row.platform, tBots),
                    },
                  ]
                : []),
              {
                title: t("language"),
                cell: ({ language }) => <span lang={language}>{nativeLanguageNames[language]}</span>,
              },
              { title: t("figure_planned"), cell: ({ planned }) => number(planned) },
              ...figureNames.map((step) => ({
                title: t(`figure_${step}`),
                cell: (row: BroadcastResultCounts) => {
                  const count = row[step];
                  return count === null ? <span title={t("notTold")}>–</span> : number(count);
                },
              })),
              { title: t("figure_skipped"), cell: (row) => number(skippedTotalOf(row)) },
            ]}
          />
        </div>
      )}
    </section>
  );
}

/**
 * A bar for each number: how many visitors got the broadcast, read it, pressed a button in it, or wrote afterwards.
 * Some platforms do not report all numbers. A bar counts only the visitors of platforms that report its number.
 */
function ResultBars({ results }: { results: readonly BroadcastResultCounts[] }) {
  const { t, i18n } = useTranslation("broadcasts");
  const { number } = useFormat();
  const percentFormat = new Intl.NumberFormat(i18n.language, { style: "percent" });
  return (
    <dl className={own.bars}>
      {figureNames.map((figureName) => {
        const reportingRows = results.filter((row) => row[figureName] !== null);
        if (reportingRows.length === 0) return null;
        const sentCount = reportingRows.reduce((total, row) => total + row.sent, 0);
        const count = reportingRows.reduce((total, row) => total + (row[figureName] ?? 0), 0);
        const share = sentCount === 0 ? 0 : count / sentCount;
        return (
          <div key={figureName} data-step={figureName}>
            <dt>{t(`figure_${figureName}`)}</dt>
            <dd>
              <strong>{number(count)}</strong>
              {figureName !== "sent" && sentCount > 0 && <small>{percentFormat.format(share)}</small>}
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
