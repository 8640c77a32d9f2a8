import { isolateDirection } from "@kakehashi/contract/direction";
import type { Message } from "@kakehashi/contract/messages";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useState } from "react";
import { loadTexts } from "../../../i18n/browser.ts";
import { useTranslation } from "../../../i18n/use-translation.tsx";
import { getQueryClient } from "../../../kit/query.ts";
import { Avatar } from "../../../kit/ui/avatar.tsx";
import { createLazyComponent, DialogLoadFailedToast } from "../../../kit/ui/part.tsx";
import { useFormat } from "../../../kit/use-format.ts";
import { onConversationEvent, onLiveConnect } from "../../live/connection.ts";
import { useNameInLineFormatter } from "../../profiles/name-in-other-script.tsx";
import styles from "./seen-faces.module.css";
import { seenByQuery } from "./seen-query.ts";

const SeenBy = createLazyComponent(async () => {
  const [{ SeenByDialog }] = await Promise.all([import("./seen-by.tsx"), loadTexts("room")]);
  return SeenByDialog;
}, DialogLoadFailedToast);

/** At most this many pictures of readers are shown. */
const maxFaces = 3;
/** At most this many names of readers are shown beside the pictures, and in their tooltip. */
const maxNamesByPlace = { beside: 2, inTooltip: 12 };

/**
 * Shown under the reader's last message: the pictures of the people who have read it. Hovering shows their names, and a
 * click lists all of them.
 */
export function SeenFaces({ message }: { message: Message }) {
  const { t } = useTranslation(["messages", "common"]);
  const format = useFormat();
  const formatPersonName = useNameInLineFormatter();
  const [isOpened, setOpened] = useState(false);
  const { data } = useQuery(seenByQuery(message));
  useRefetchReaders(message);
  if (!data || data.total === 0) return null;
  const formatReaderNames = (maxCount: number) => {
    const names = data.users
      .slice(0, maxCount)
      .map((person) => isolateDirection(t("lineName", { name: formatPersonName(person) })));
    const otherCount = data.total - names.length;
    return t("seenByNames", {
      names: format.list(otherCount > 0 ? [...names, t("others", { count: otherCount })] : names),
    });
  };
  const text = formatReaderNames(maxNamesByPlace.inTooltip);
  return (
    <>
      <button
        type="button"
        className={styles.faces}
        aria-label={text}
        data-tip={text}
        data-tip-side="top"
        onClick={() => setOpened(true)}
      >
        {data.users.slice(0, maxFaces).map(({ id, name, avatar }) => (
          <Avatar key={id} id={id} name={name} image={avatar} size={20} />
        ))}
        <span className={styles.names}>{formatReaderNames(maxNamesByPlace.beside)}</span>
      </button>
      {isOpened && (
        <Suspense fallback={null}>
          <SeenBy message={message} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Refetches who has read a message when another person reads it or writes a message, and after a reconnect. */
function useRefetchReaders({ conversation_id, id, number, user_id }: Message): void {
  useEffect(() => {
    const { queryKey } = seenByQuery({ conversation_id, id });
    const refetchReaders = () => void getQueryClient().invalidateQueries({ queryKey });
    const isNewReader = (userId: string) =>
      userId !== user_id &&
      !getQueryClient()
        .getQueryData(queryKey)
        ?.users.some((user) => user.id === userId);
    const unsubscribeFunctions = [
      onConversationEvent((event) => {
        if (event.conversation_id !== conversation_id) return;
        const hasNewReader =
          event.type === "SEEN"
            ? event.reads.some(
                ({ user_id: reader, read_number }) => read_number >= number && isNewReader(reader),
              )
            : event.type === "MESSAGE_CREATED" &&
              event.message.parent_id === null &&
              isNewReader(event.message.user_id);
        if (hasNewReader) refetchReaders();
      }),
      onLiveConnect(refetchReaders),
    ];
    return () => {
      for (const unsubscribe of unsubscribeFunctions) unsubscribe();
    };
  }, [conversation_id, id, number, user_id]);
}
