import type { Message } from "@kakehashi/contract/messages";
import type { Thread } from "@kakehashi/contract/threads";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useFormat } from "../../kit/use-format.ts";
import { messagePreview } from "../conversations/preview.ts";
import { usePerson } from "../profiles/people.ts";
import styles from "./item.module.css";
import { PlaceName } from "./place-name.tsx";

interface Props {
  message: Message;
  conversation: Thread["conversation"];
  to: string;
  unread: boolean;
  /** A quiet line below the words. */
  note: ReactNode;
  onOpen?: () => void;
  children?: ReactNode;
}

/** A message out of its conversation: where it stands, who wrote it, how it begins. */
export function MessageItem({ message, conversation, to, unread, note, onOpen, children }: Props) {
  const { t } = useTranslation("conversations");
  const { text, lang } = messagePreview(message, t);
  const format = useFormat();
  const author = usePerson(message.user_id);
  return (
    <article className={styles.item} data-unread={unread || undefined}>
      <Link to={to} className={styles.link ?? ""} {...(onOpen && { onClick: onOpen })}>
        <span className={styles.place}>
          <PlaceName conversation={conversation} />
          <time dateTime={message.created_at}>{format.stamp(message.created_at)}</time>
        </span>
        <span className={styles.author}>{author?.name ?? " "}</span>
        <span className={styles.words} lang={lang}>
          {text}
        </span>
        <span className={styles.note}>{note}</span>
      </Link>
      {children}
    </article>
  );
}
