import type { Message } from "@kakehashi/contract/messages";
import type { Thread } from "@kakehashi/contract/threads";
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { ItemErrorBoundary } from "../../kit/ui/boundary.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { useReader } from "../auth/reader.ts";
import { translateMessageForReader } from "../conversations/in-reader-language.ts";
import { createMessagePreview } from "../conversations/preview.ts";
import { PersonName } from "../profiles/name-in-other-script.tsx";
import { usePerson } from "../profiles/people.ts";
import { ConversationLabel } from "./conversation-label.tsx";
import styles from "./message-excerpt-item.module.css";

interface MessageItemProps {
  message: Message;
  conversation: Thread["conversation"];
  to: string;
  unread: boolean;
  /** A less important line below the text. */
  note: ReactNode;
  onOpen?: () => void;
  children?: ReactNode;
}

/** A message outside of its conversation: the conversation's name, the author, and the first words. */
export function MessageExcerptItem(props: MessageItemProps) {
  return (
    <ItemErrorBoundary resetKey={props.message}>
      <ThreadListItem {...props} />
    </ItemErrorBoundary>
  );
}

/** Whether this is the address of the open page. The open page's address may have additional query parameters. */
function useIsPathOpen(address: string): boolean {
  const { pathname, search } = useLocation();
  const [path, requiredQuery] = address.split("?");
  const shownParams = new URLSearchParams(search);
  return (
    path === pathname &&
    [...new URLSearchParams(requiredQuery)].every(([name, value]) => shownParams.get(name) === value)
  );
}

function ThreadListItem({ message, conversation, to, unread, note, onOpen, children }: MessageItemProps) {
  const { t } = useTranslation("conversations");
  const { text, lang } = createMessagePreview(translateMessageForReader(message, useReader()), t);
  const format = useFormat();
  const author = usePerson(message.user_id);
  const isOpen = useIsPathOpen(to);
  return (
    <article className={styles.item} data-unread={unread || undefined}>
      <Link
        to={to}
        className={styles.link ?? ""}
        aria-current={isOpen ? "page" : undefined}
        {...(onOpen && { onClick: onOpen })}
      >
        <span className={styles.conversation}>
          <ConversationLabel conversation={conversation} />
          <time dateTime={message.created_at}>{format.timeOrDay(message.created_at)}</time>
        </span>
        <span className={styles.author}>
          {author ? <PersonName person={author} /> : " "}
          {unread && <span className="visually-hidden">{` ${t("unreadItem")}`}</span>}
        </span>
        <span className={styles.excerpt} lang={lang}>
          {text}
        </span>
        <span className={styles.note}>{note}</span>
      </Link>
      {children}
    </article>
  );
}
