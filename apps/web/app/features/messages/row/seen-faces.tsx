import { isolated } from "@kakehashi/contract/direction";
import type { Message } from "@kakehashi/contract/messages";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { loadTexts } from "../../../i18n/browser.ts";
import { queryClient } from "../../../kit/query.ts";
import { Avatar } from "../../../kit/ui/avatar.tsx";
import { MissingDialog, part } from "../../../kit/ui/part.tsx";
import { useFormat } from "../../../kit/use-format.ts";
import { onLiveConnect, onLiveEvent } from "../../live/connection.ts";
import { shortName } from "../../profiles/short-name.ts";
import styles from "./seen-faces.module.css";
import { seenQuery } from "./seen-query.ts";

const SeenBy = part(async () => {
  const [{ SeenBy }] = await Promise.all([import("./seen-by.tsx"), loadTexts("room")]);
  return SeenBy;
}, MissingDialog);

/** The most pictures in a row. */
const shown = 3;
/** The most names: `beside` the pictures, and `inTooltip`. */
const named = { beside: 2, pointed: 12 };

/** Under the reader's last message: who has read it. Hovering shows their names, clicking shows all of them. */
export function SeenFaces({ message }: { message: Message }) {
  const { t } = useTranslation(["messages", "common"]);
  const format = useFormat();
  const [opened, setOpened] = useState(false);
  const { data } = useQuery(seenQuery(message));
  useFollowReaders(message);
  if (!data || data.total === 0) return null;
  const textOf = (most: number) => {
    const names = data.users.slice(0, most).map(({ name }) => isolated(shortName(name)));
    const others = data.total - names.length;
    return t("seenByNames", {
      names: format.list(others > 0 ? [...names, t("others", { count: others })] : names),
    });
  };
  const text = textOf(named.pointed);
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
        {data.users.slice(0, shown).map(({ id, name, avatar }) => (
          <Avatar key={id} id={id} name={name} image={avatar} size={20} />
        ))}
        <span className={styles.names}>{textOf(named.beside)}</span>
      </button>
      {opened && (
        <Suspense fallback={null}>
          <SeenBy message={message} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Fetches the readers again when somebody new has read or written, and after a reconnect. */
function useFollowReaders({ conversation_id, id, number, user_id }: Message): void {
  useEffect(() => {
    const { queryKey } = seenQuery({ conversation_id, id });
    const again = () => void queryClient().invalidateQueries({ queryKey });
    const isNews = (userId: string) =>
      userId !== user_id &&
      !queryClient()
        .getQueryData(queryKey)
        ?.users.some((user) => user.id === userId);
    const ends = [
      onLiveEvent((event) => {
        if (event.conversation_id !== conversation_id) return;
        const read =
          event.type === "SEEN"
            ? event.reads.some(({ user_id: reader, read_number }) => read_number >= number && isNews(reader))
            : event.type === "MESSAGE_CREATED" &&
              event.message.parent_id === null &&
              isNews(event.message.user_id);
        if (read) again();
      }),
      onLiveConnect(again),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [conversation_id, id, number, user_id]);
}
