import { Avatar } from "../../../kit/ui/avatar.tsx";
import { LanguageTag } from "../../../kit/ui/language-tag.tsx";
import { Skeleton } from "../../../kit/ui/skeleton.tsx";
import { useFormat } from "../../../kit/use-format.ts";
import { useNameInOtherScript, useVisitorNameFormatter } from "../../profiles/name-in-other-script.tsx";
import { hasProfileCard, usePerson } from "../../profiles/people.ts";
import { shortenName } from "../../profiles/short-name.ts";
import styles from "./message-row.module.css";

interface RowHeadProps {
  userId: string;
  createdAt: string;
  isGrouped: boolean;
}

/**
 * The left column of a message. The first message of a group shows the author's picture. The others show their time on
 * hover.
 */
export function MessageGutter({ userId, createdAt, isGrouped }: RowHeadProps) {
  return isGrouped ? (
    <MessageTime className={styles.quietTime} createdAt={createdAt} />
  ) : (
    <AuthorAvatar userId={userId} />
  );
}

/**
 * Shows the time of a message. The full date in the tooltip is formatted only on hover, because formatting it for every
 * message would be slow.
 */
export function MessageTime({ createdAt, className }: { createdAt: string; className: string | undefined }) {
  const format = useFormat();
  return (
    <time
      className={className}
      dateTime={createdAt}
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = format.fullDateTime(createdAt);
      }}
    >
      {format.time(createdAt)}
    </time>
  );
}

function AuthorAvatar({ userId }: { userId: string }) {
  const person = usePerson(userId);
  return (
    <span className={styles.picture} {...(hasProfileCard(person) && { "data-card": userId })}>
      {person ? (
        <Avatar id={userId} name={person.name} image={person.avatar} />
      ) : (
        <Skeleton width="36px" height="36px" />
      )}
    </span>
  );
}

export function AuthorAndTime({ userId, createdAt }: Omit<RowHeadProps, "isGrouped">) {
  const person = usePerson(userId);
  const otherName = useNameInOtherScript(person ?? { name: "" });
  const getShownName = useVisitorNameFormatter();
  const name = person ? shortenName(getShownName(person.name)) : " ";
  return (
    <p className={styles.heading}>
      {hasProfileCard(person) ? (
        <button type="button" className={styles.name} data-card={userId}>
          {name}
        </button>
      ) : (
        <span className={styles.name}>{name}</span>
      )}
      {otherName && <span className={styles.otherName}>{shortenName(otherName)}</span>}
      <LanguageTag language={person?.working_language} />
      <MessageTime className={styles.time} createdAt={createdAt} />
    </p>
  );
}
