import { createMessagePath } from "@kakehashi/contract/address";
import type { MessageHit } from "@kakehashi/contract/search";
import { IconMessages } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Avatar } from "../../kit/ui/avatar.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { LoadedContent, LoadMoreButton } from "../../kit/ui/loaded.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { PersonName } from "../profiles/name-in-other-script.tsx";
import styles from "./mentions.module.css";
import parts from "./parts.module.css";
import { messagesLinkingToSnippetQuery } from "./queries.ts";

/** The messages that link to the snippet and that the reader may read. */
export function MessagesLinkingToSnippet({ slug, onDiscuss }: { slug: string; onDiscuss: () => void }) {
  const { t } = useTranslation("codes");
  const query = useInfiniteQuery(messagesLinkingToSnippetQuery(slug));
  const emptyState = (
    <EmptyState
      icon={<IconMessages size={28} stroke={1.5} aria-hidden="true" />}
      title={t("mentionsEmptyTitle")}
      text={t("mentionsEmptyText")}
      action={<Button onClick={onDiscuss}>{t("discuss")}</Button>}
    />
  );
  return (
    <LoadedContent query={query} rows={3} emptyState={emptyState}>
      {(hits) => (
        <>
          <ul className={parts.items}>
            {hits.map((hit) => (
              <SnippetMention key={hit.message_id} hit={hit} />
            ))}
          </ul>
          <LoadMoreButton query={query} />
        </>
      )}
    </LoadedContent>
  );
}

function SnippetMention({ hit }: { hit: MessageHit }) {
  const { t } = useTranslation("conversations");
  const { timeAgo, fullDateTime } = useFormat();
  const { conversation, message_id, parent_id, user, excerpt, created_at } = hit;
  return (
    <li>
      <Link className={styles.mention} to={createMessagePath(conversation.id, message_id, parent_id)}>
        <Avatar id={user.id} name={user.name} image={user.avatar} size={32} />
        <span className={styles.mentionWords}>
          <span className={styles.mentionHead}>
            <strong>
              <PersonName person={user} />
            </strong>
            <span>{conversation.name ?? t("myChat")}</span>
            <time dateTime={created_at} title={fullDateTime(created_at)}>
              {timeAgo(created_at)}
            </time>
          </span>
          <span className={styles.mentionText}>{excerpt}</span>
        </span>
      </Link>
    </li>
  );
}
