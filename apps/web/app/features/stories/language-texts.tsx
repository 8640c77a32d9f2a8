import type { BotLanguageTranslationStatus } from "@kakehashi/contract/bot-text-requests";
import { Link } from "react-router";
import { nativeLanguageNames } from "../../i18n/texts.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { useErrorText } from "../../kit/ui/states.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { useNameInLineFormatter } from "../profiles/name-in-other-script.tsx";
import styles from "./language-texts.module.css";
import panes from "./panes.module.css";
import { useBotTranslationRequest } from "./text-queries.ts";

interface LanguageTextsProps {
  readonly botId: string;
  readonly canEdit: boolean;
  readonly texts: BotLanguageTranslationStatus;
}

/**
 * Shows how many texts of a bot wait for a translation into one language, and who is translating them. A button
 * requests the translation.
 */
export function LanguageTranslationStatus({ botId, canEdit, texts }: LanguageTextsProps) {
  const { t } = useTranslation("stories");
  const format = useFormat();
  const formatPersonName = useNameInLineFormatter();
  const formatError = useErrorText();
  const { language, missing, outdated, request, done_at, working, translators } = texts;
  const change = useBotTranslationRequest(botId, language);
  const hasWaitingTexts = missing + outdated > 0;
  return (
    <section className={styles.language} aria-label={nativeLanguageNames[language]}>
      <h3 className={styles.name} lang={language}>
        {nativeLanguageNames[language]}
      </h3>
      <p className={styles.line} role="status">
        {hasWaitingTexts
          ? [
              missing > 0 && t("textsMissing", { count: missing }),
              outdated > 0 && t("textsOutdated", { count: outdated }),
            ]
              .filter(Boolean)
              .join(" · ")
          : t("textsComplete")}
      </p>
      {request && (
        <>
          <p className={styles.line}>
            {t("textsAsked", {
              name: formatPersonName(request.asked_by),
              ago: format.timeAgo(request.asked_at),
            })}
          </p>
          <p className={styles.line}>
            {working.length > 0
              ? t("textsWorking", { names: working.map(formatPersonName).join(", ") })
              : t("textsNobodyYet")}
          </p>
        </>
      )}
      {!hasWaitingTexts && done_at !== null && (
        <p className={styles.line}>{t("textsDone", { ago: format.timeAgo(done_at) })}</p>
      )}
      {hasWaitingTexts && translators === 0 && (
        <p className={styles.warning}>
          {t("textsNoTranslator")} <Link to={`/bots/${botId}#bot-people`}>{t("textsAddTranslator")}</Link>
        </p>
      )}
      {change.error && (
        <p className={styles.error} role="alert">
          {formatError(change.error)}
        </p>
      )}
      {canEdit && hasWaitingTexts && (
        <div className={panes.buttons}>
          {request ? (
            <Button size="sm" loading={change.isPending} onClick={() => change.mutate(false)}>
              {t("textsWithdraw")}
            </Button>
          ) : (
            <Button size="sm" kind="primary" loading={change.isPending} onClick={() => change.mutate(true)}>
              {t("textsAsk")}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
