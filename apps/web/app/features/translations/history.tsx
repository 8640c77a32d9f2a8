import { differencesOf } from "@kakehashi/contract/differences";
import { withPlainMentions } from "@kakehashi/contract/mentions";
import type { TranslationEntry } from "@kakehashi/contract/translation-history";
import type { TranslationUnit } from "@kakehashi/contract/translations";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { toast, toastError } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Loaded } from "../../kit/ui/loaded.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { usePerson } from "../profiles/people.ts";
import styles from "./desk.module.css";
import { Differences } from "./differences.tsx";
import { restore, useHistory } from "./queries.ts";

/** The history of a translation, the latest entry first, with buttons to restore an earlier text. */
export function TranslationHistory({ unit: { message, language, translation } }: { unit: TranslationUnit }) {
  const { t } = useTranslation("translations");
  const query = useHistory(message.id, language);
  async function restoreVersion(version: number): Promise<void> {
    try {
      await restore(message.id, language, version);
      toast(t("event_RESTORED"));
    } catch (error) {
      toastError(error);
    }
  }
  return (
    <section aria-label={t("history")}>
      <h2 className={styles.heading}>{t("history")}</h2>
      <Loaded query={query} rows={2} empty={<p>{t("historyNone")}</p>}>
        {(entries) => (
          <ol className={styles.history}>
            {entries.map((entry, index) => (
              <Entry
                key={entry.step}
                entry={entry}
                before={entries.slice(index + 1).find(({ content }) => content !== null)?.content ?? null}
                isOld={entry.content !== null && entry.version > 0 && entry.version !== translation?.version}
                language={language}
                onRestore={restoreVersion}
              />
            ))}
          </ol>
        )}
      </Loaded>
    </section>
  );
}

interface EntryProps {
  entry: TranslationEntry;
  /** The text of the version before this entry's. */
  before: string | null;
  /** This entry has a text other than the current one, so it can be restored. */
  isOld: boolean;
  language: string;
  onRestore: (version: number) => Promise<void>;
}

function Entry({ entry, before, isOld, language, onRestore }: EntryProps) {
  const { t } = useTranslation("translations");
  const format = useFormat();
  const { event, content, reason, created_at, user_id, version } = entry;
  return (
    <li>
      <p className={styles.step}>
        <span>{t(`event_${event}`)}</span>
        {user_id && <UserName userId={user_id} />}
        <time dateTime={created_at}>{format.timestamp(created_at)}</time>
      </p>
      {reason !== "" && <p>{reason}</p>}
      {content !== null && (
        <p className={styles.version} lang={language}>
          <Text content={content} before={before} />
        </p>
      )}
      {isOld && (
        <Button size="xs" kind="quiet" onClick={() => void onRestore(version)}>
          {t("restore")}
        </Button>
      )}
    </li>
  );
}

/** The text of a version, with the differences from the version before it marked. */
function Text({ content, before }: { content: string; before: string | null }) {
  const differences = useMemo(
    () => before !== null && differencesOf(withPlainMentions(before), withPlainMentions(content)),
    [before, content],
  );
  return differences ? <Differences differences={differences} /> : withPlainMentions(content);
}

function UserName({ userId }: { userId: string }) {
  return <span>{usePerson(userId)?.name ?? " "}</span>;
}
