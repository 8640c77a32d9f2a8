import type { BotTextsOfLanguage } from "@kakehashi/contract/bot-texts";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { languageNames } from "../../i18n/texts.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Loaded } from "../../kit/ui/loaded.tsx";
import { useErrorText } from "../../kit/ui/states.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { useNameInLine } from "../profiles/other-name.tsx";
import { useBuilder } from "./builder.ts";
import { useEditor, useEditorState } from "./editor.ts";
import { findBlock } from "./edits.ts";
import panes from "./panes.module.css";
import { useSummaries } from "./summary.ts";
import { placeInStory, useBotTexts, useRequest } from "./text-queries.ts";
import styles from "./translations-pane.module.css";

/** For each language of the bot: which texts wait for a translation, and who is at it. */
export function TranslationsPane() {
  const { t } = useTranslation("stories");
  const query = useBotTexts();
  return (
    <div className={panes.body}>
      <p className={panes.note}>{t("translationsNote")}</p>
      <Loaded query={query} rows={4}>
        {({ languages }) => (
          <>
            {languages.map((texts) => (
              <OneLanguage key={texts.language} texts={texts} />
            ))}
            <Outdated />
          </>
        )}
      </Loaded>
    </div>
  );
}

function OneLanguage({ texts }: { texts: BotTextsOfLanguage }) {
  const { t } = useTranslation("stories");
  const { botId, canEdit } = useBuilder();
  const format = useFormat();
  const nameOf = useNameInLine();
  const textOf = useErrorText();
  const { language, missing, outdated, request, done_at, working, translators } = texts;
  const change = useRequest(language);
  const isWaiting = missing + outdated > 0;
  return (
    <section className={styles.language} aria-label={languageNames[language]}>
      <h3 className={styles.name} lang={language}>
        {languageNames[language]}
      </h3>
      <p className={styles.line} role="status">
        {isWaiting
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
            {t("textsAsked", { name: nameOf(request.asked_by), ago: format.timeAgo(request.asked_at) })}
          </p>
          <p className={styles.line}>
            {working.length > 0
              ? t("textsWorking", { names: working.map(nameOf).join(", ") })
              : t("textsNobodyYet")}
          </p>
        </>
      )}
      {!isWaiting && done_at !== null && (
        <p className={styles.line}>{t("textsDone", { ago: format.timeAgo(done_at) })}</p>
      )}
      {isWaiting && translators === 0 && (
        <p className={styles.warning}>
          {t("textsNoTranslator")} <Link to={`/bots/${botId}`}>{t("textsAddTranslator")}</Link>
        </p>
      )}
      {change.error && (
        <p className={styles.error} role="alert">
          {textOf(change.error)}
        </p>
      )}
      {canEdit && isWaiting && (
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

/** The texts of this story whose translation is outdated. A click selects the block in that language. */
function Outdated() {
  const { t } = useTranslation("stories");
  const { storyId } = useBuilder();
  const { data } = useBotTexts();
  const editor = useEditor();
  const flow = useEditorState((state) => state.flow);
  const summaries = useSummaries();
  const rows = (data?.outdated ?? []).flatMap((one) => {
    const found = one.container_id === storyId ? findBlock(flow, placeInStory(one.field).blockId) : undefined;
    return found ? [{ ...one, block: found.block, groupId: found.group.id }] : [];
  });
  if (rows.length === 0) return null;
  return (
    <section aria-label={t("outdatedHere")}>
      <h3 className={panes.heading}>{t("outdatedHere")}</h3>
      <ol className={panes.rows}>
        {rows.map(({ block, groupId, language, field }) => (
          <li key={`${block.id} ${field} ${language}`}>
            <button
              type="button"
              className={panes.row}
              onClick={() => {
                editor.setLanguage(language);
                editor.select({ groupId, blockId: block.id }, { pane: "block", focus: true });
              }}
            >
              <span className={panes.warn}>
                <IconAlertTriangle size={16} stroke={1.8} aria-hidden="true" />
              </span>
              <span className={panes.kindWords}>
                <span>{languageNames[language]}</span>
                <span className={panes.small}>{summaries.inLine(block)}</span>
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
