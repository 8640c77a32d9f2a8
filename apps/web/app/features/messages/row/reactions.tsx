import type { Message, Reaction } from "@kakehashi/contract/messages";
import { useTranslation } from "../../../i18n/use-translation.tsx";
import { toastError } from "../../../kit/toast.ts";
import { useFormat } from "../../../kit/use-format.ts";
import { useNameInLineFormatter } from "../../profiles/name-in-other-script.tsx";
import { usePeople } from "../../profiles/people.ts";
import { useChatActions } from "../state/chat-context.ts";
import { toggleReaction } from "../state/message-calls.ts";
import styles from "./reactions.module.css";

/** A tooltip lists at most this many names. */
const maxNamesInTooltip = 12;

/** The reactions below a message. Use it only for a message that has reactions. */
export function MessageReactions({ message }: { message: Message }) {
  const { t } = useTranslation("messages");
  return (
    <ul className={styles.reactions} aria-label={t("reactions")}>
      {message.reactions.map((reaction) => (
        <li key={reaction.type}>
          <ReactionButton message={message} reaction={reaction} />
        </li>
      ))}
    </ul>
  );
}

function ReactionButton({ message, reaction }: { message: Message; reaction: Reaction }) {
  const { t } = useTranslation("messages");
  const { userId, isClosed } = useChatActions();
  const format = useFormat();
  const { type, user_ids } = reaction;
  const isOwn = user_ids.includes(userId);
  const formatPersonName = useNameInLineFormatter();
  const people = usePeople(user_ids.slice(0, maxNamesInTooltip));
  const names = people.flatMap((person) =>
    person ? [person.id === userId ? t("you") : t("lineName", { name: formatPersonName(person) })] : [],
  );
  const unnamedCount = user_ids.length - names.length;
  const nameList = format.list(unnamedCount > 0 ? [...names, t("others", { count: unnamedCount })] : names);
  return (
    <button
      type="button"
      className={styles.reaction}
      aria-pressed={isOwn}
      aria-label={t("reactedBy", { type, names: nameList })}
      title={nameList}
      aria-disabled={isClosed}
      onClick={() => {
        if (!isClosed) void toggleReaction(message, type).catch(toastError);
      }}
    >
      <span aria-hidden="true">{type}</span>
      <span className={styles.count} aria-hidden="true">
        {format.number(user_ids.length)}
      </span>
    </button>
  );
}
