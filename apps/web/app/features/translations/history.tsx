import { diffWords } from "@kakehashi/contract/differences";
import { replaceMentionsByNames } from "@kakehashi/contract/mentions";
import type { TranslationHistoryEntry } from "@kakehashi/contract/translation-history";
import type { TranslationUnit } from "@kakehashi/contract/translations";
import { useMemo } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { toast, toastError } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { LoadedContent, LoadMoreButton } from "../../kit/ui/loaded.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { NameInLineText } from "../profiles/name-in-other-script.tsx";
import { usePerson } from "../profiles/people.ts";
import captions from "./captions.module.css";
import { DifferenceText } from "./differences.tsx";
import styles from "./history.module.css";
import { useTranslationHistory } from "./queries.ts";
import { restoreTranslationVersion } from "./steps.ts";
import { useIsTranslationActionAllowed } from "./use-unit-actions.ts";

interface TranslationHistoryProps {
  unit: TranslationUnit;
  /** Whether only the heading is shown until the reader opens the history. Used if other content follows below. */
  startsCollapsed?: boolean;
}

/** The history of a translation, newest entry first, with buttons that restore an earlier text. */
export function TranslationHistory({ unit, startsCollapsed = false }: TranslationHistoryProps) {
  const { message, language, translation } = unit;
  const mayRestore = useIsTranslationActionAllowed(unit)("restore");
  const { t } = useTranslation("translations");
  const query = useTranslationHistory(message.id, language);
  async function restoreVersion(version: number): Promise<void> {
    try {
      await restoreTranslationVersion(message.id, language, version, {
        version: translation?.version ?? 0,
        revision: message.revision,
      });
      toast(t("restored"));
    } catch (error) {
      toastError(error);
    }
  }
  const list = (
    <LoadedContent query={query} rows={2} emptyState={<p>{t("historyNone")}</p>}>
      {(entries) => (
        <>
          <ol className={styles.history}>
            {entries.map((entry, index) => (
              <HistoryEntry
                key={entry.step}
                entry={entry}
                before={findTextBefore(entries, index)}
                isRestorable={
                  mayRestore &&
                  entry.content !== null &&
                  entry.version > 0 &&
                  entry.version !== translation?.version
                }
                language={language}
                onRestore={restoreVersion}
              />
            ))}
          </ol>
          <LoadMoreButton query={query} label={t("historyOlder")} />
        </>
      )}
    </LoadedContent>
  );
  return (
    <section aria-label={t("history")}>
      {startsCollapsed ? (
        <details className={styles.historyFold}>
          <summary className={captions.heading}>{t("history")}</summary>
          {list}
        </details>
      ) : (
        <>
          <h2 className={captions.heading}>{t("history")}</h2>
          {list}
        </>
      )}
    </section>
  );
}

interface HistoryEntryProps {
  entry: TranslationHistoryEntry;
  /** The text that readers saw before this entry of the history. Null if there was none. */
  before: string | null;
  /** Whether the reader may restore this entry's text. False if it equals the current text. */
  isRestorable: boolean;
  language: string;
  onRestore: (version: number) => Promise<void>;
}

function HistoryEntry({ entry, before, isRestorable, language, onRestore }: HistoryEntryProps) {
  const { t } = useTranslation("translations");
  const format = useFormat();
  const { event, content, reason, created_at, user_id, version } = entry;
  return (
    <li>
      <p className={styles.step}>
        <span>{t(`event_${event}`)}</span>
        {user_id && <LoadedUserName userId={user_id} />}
        <time dateTime={created_at}>{format.dateTime(created_at)}</time>
      </p>
      {reason !== "" && <p>{reason}</p>}
      {content !== null && (
        <div className={styles.version} lang={language}>
          {replaceMentionsByNames(content)}
          {before !== null && <VersionChanges content={content} before={before} />}
        </div>
      )}
      {isRestorable && (
        <Button size="xs" onClick={() => void onRestore(version)}>
          {t("restore")}
        </Button>
      )}
    </li>
  );
}

/**
 * Returns the text that readers saw before this history entry. Skips texts that the server refused as outdated, because
 * nobody saw them.
 */
const findTextBefore = (entries: readonly TranslationHistoryEntry[], index: number): string | null =>
  entries.slice(index + 1).find(({ content, event }) => content !== null && event !== "SUPERSEDED")
    ?.content ?? null;

/**
 * Shows the differences between a version and the one before, in an element that the reader opens. Renders nothing if
 * there are none.
 */
function VersionChanges({ content, before: textBefore }: { content: string; before: string }) {
  const { t } = useTranslation("translations");
  const differences = useMemo(
    () => diffWords(replaceMentionsByNames(textBefore), replaceMentionsByNames(content)),
    [textBefore, content],
  );
  if (differences.every(({ kind }) => kind === "same")) return null;
  return (
    <details className={styles.changes}>
      <summary>{t("changes")}</summary>
      <DifferenceText differences={differences} />
    </details>
  );
}

function LoadedUserName({ userId }: { userId: string }) {
  const person = usePerson(userId);
  return <span>{person ? <NameInLineText person={person} /> : " "}</span>;
}
