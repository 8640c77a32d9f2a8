import { IconFiles, IconFolder } from "@tabler/icons-react";
import { Link } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { useFormat } from "../../kit/use-format.ts";
import styles from "./places.module.css";
import { useConversationsWithFiles } from "./queries.ts";

/** A list of the conversations in which files were shared. */
export function ConversationsWithFiles({ onlyMine }: { onlyMine: boolean }) {
  const { t } = useTranslation(["files", "conversations"]);
  const format = useFormat();
  const emptyState = (
    <EmptyState
      icon={<IconFiles size={24} stroke={1.6} />}
      title={t("emptyTitle")}
      text={t(onlyMine ? "emptyDriveText" : "emptyText")}
      action={<Link to="/chat">{t("toConversations")}</Link>}
    />
  );
  return (
    <LoadedContent query={useConversationsWithFiles(onlyMine)} rows={6} emptyState={emptyState}>
      {(places) => (
        <ul className={styles.places}>
          {places.map(({ conversation_id, name, count, newest_at }) => (
            <li key={conversation_id}>
              <Link
                className={styles.placeLink}
                to={`?${onlyMine ? "mine=1&" : ""}type=location&in=${conversation_id}`}
              >
                <IconFolder size={22} stroke={1.6} aria-hidden="true" />
                <span className={styles.name}>{name ?? t("conversations:myChat")}</span>
                <span className={styles.note}>{t("count", { count })}</span>
                <time className={styles.note} dateTime={newest_at}>
                  {format.timeOrDay(newest_at)}
                </time>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </LoadedContent>
  );
}
