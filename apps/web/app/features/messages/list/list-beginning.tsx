import { memo } from "react";
import { useTranslation } from "../../../i18n/use-translation.tsx";
import { useFormat } from "../../../kit/use-format.ts";
import { getLoadedConversation } from "../../conversations/queries.ts";
import { useNameInLineFormatter } from "../../profiles/name-in-other-script.tsx";
import { usePeople } from "../../profiles/people.ts";
import { formatNameInSentence } from "../state/lines.ts";
import { useChat } from "../state/use-chat.ts";
import styles from "./message-list.module.css";

/** The text above the first message: that older messages are loading, or that the conversation begins here. */
export const ListBeginning = memo(function ListBeginning({ chatKey }: { chatKey: string }) {
  const { t } = useTranslation("messages");
  const text = useChat(chatKey, ({ timeline, loadingAbove }) => {
    if (timeline?.above) return loadingAbove ? "loadingOlder" : "";
    return timeline?.parentId === null ? "beginning" : null;
  });
  // A thread shows no text here, because its root message is above the list.
  if (text === null) return null;
  return (
    <div className={styles.head} role="status">
      {text === "beginning" ? <CreatedBy id={chatKey} /> : text && t(text)}
    </div>
  );
});

/** The beginning of a conversation. For a group, it says who created the group and when. */
function CreatedBy({ id }: { id: string }) {
  const { t } = useTranslation("messages");
  const format = useFormat();
  const room = getLoadedConversation(id);
  const creatorId = room?.kind === "GROUP" ? room.created_by : null;
  const [person] = usePeople(creatorId ? [creatorId] : []);
  const formatPersonName = useNameInLineFormatter();
  if (!room || !creatorId || person === null) return t("beginning");
  const namedPerson = person && { ...person, name: formatPersonName(person) };
  return (
    namedPerson &&
    t("lineMade", { actor: formatNameInSentence(namedPerson, t), day: format.date(room.created_at) })
  );
}
