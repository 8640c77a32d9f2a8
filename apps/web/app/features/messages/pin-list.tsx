import { addressOf } from "@kakehashi/contract/address";
import { listPins } from "@kakehashi/contract/changes";
import type { Message } from "@kakehashi/contract/messages";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { call } from "../../kit/api.ts";
import { queryClient } from "../../kit/query.ts";
import { FailedState } from "../../kit/ui/states.tsx";
import { messagePreview } from "../conversations/preview.ts";
import { onLiveEvent } from "../live/connection.ts";
import { usePerson } from "../profiles/people.ts";
import styles from "./pin-list.module.css";

const keyOf = (id: string) => ["pins", id];

/** The pinned messages of a conversation, each leading to its place. */
export function PinList({ conversationId: id }: { conversationId: string }) {
  const { t } = useTranslation("messages");
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: keyOf(id),
    queryFn: async ({ signal }) => (await call(listPins, { params: { id }, signal })).data,
  });
  useEffect(
    () =>
      onLiveEvent((event) => {
        const changed = event.type === "MESSAGE_UPDATED" || event.type === "MESSAGE_DELETED";
        if (changed && event.conversation_id === id) {
          void queryClient().invalidateQueries({ queryKey: keyOf(id) });
        }
      }),
    [id],
  );
  if (!data && error) return <FailedState error={error} retry={refetch} busy={isFetching} />;
  if (!data) return null;
  return (
    <section aria-label={t("pins")}>
      <h3 className={styles.heading}>{t("pins")}</h3>
      {data.length === 0 && <p className={styles.none}>{t("pinsNone")}</p>}
      <ul className={styles.list}>
        {data.map((message) => (
          <li key={message.id}>
            <Link className={styles.pin ?? ""} to={addressOf(id, message.id, message.parent_id)}>
              <Author userId={message.user_id} />
              <Words message={message} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Author({ userId }: { userId: string }) {
  return <span className={styles.author}>{usePerson(userId)?.name ?? " "}</span>;
}

function Words({ message }: { message: Message }) {
  const { t } = useTranslation("conversations");
  const { text, lang } = messagePreview(message, t);
  return <span lang={lang}>{text}</span>;
}
