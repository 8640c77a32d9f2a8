import { createMessagePath } from "@kakehashi/contract/address";
import { listPins } from "@kakehashi/contract/changes";
import type { AnswerOf } from "@kakehashi/contract/kit/endpoint";
import type { Message } from "@kakehashi/contract/messages";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { getQueryClient } from "../../kit/query.ts";
import { ItemErrorBoundary } from "../../kit/ui/boundary.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { useReader } from "../auth/reader.ts";
import { translateMessageForReader } from "../conversations/in-reader-language.ts";
import { createMessagePreview } from "../conversations/preview.ts";
import { onConversationEvent, onLiveConnect } from "../live/connection.ts";
import { usePerson } from "../profiles/people.ts";
import styles from "./pin-list.module.css";

const pinsKeyOf = (id: string) => ["pins", id];

async function fetchPins(id: string, signal: AbortSignal): Promise<Message[]> {
  const pinnedMessages: Message[] = [];
  for (let skippedCount: number | null = 0; skippedCount !== null; ) {
    const pinsResponse: AnswerOf<typeof listPins> = await call(listPins, {
      params: { id },
      query: { skip: skippedCount },
      signal,
    });
    pinnedMessages.push(...pinsResponse.data);
    skippedCount = pinsResponse.meta.next;
  }
  return pinnedMessages;
}

/** The pinned messages of a conversation. Each links to the message. */
export function PinList({ conversationId }: { conversationId: string }) {
  const { t } = useTranslation("room");
  const query = useQuery({
    queryKey: pinsKeyOf(conversationId),
    queryFn: ({ signal }) => fetchPins(conversationId, signal),
    // Live events do not update a closed list of pins. So fetch the list each time it opens.
    staleTime: 0,
  });
  useEffect(() => {
    const refetchPins = () =>
      void getQueryClient().invalidateQueries({ queryKey: pinsKeyOf(conversationId) });
    const unsubscribeFunctions = [
      onLiveConnect(refetchPins),
      onConversationEvent((event) => {
        const isMessageChanged = event.type === "MESSAGE_UPDATED" || event.type === "MESSAGE_DELETED";
        if (isMessageChanged && event.conversation_id === conversationId) refetchPins();
      }),
    ];
    return () => {
      for (const unsubscribe of unsubscribeFunctions) unsubscribe();
    };
  }, [conversationId]);
  return (
    <section aria-label={t("pins")}>
      <h3 className={styles.heading}>{t("pins")}</h3>
      <LoadedContent query={query} rows={1} emptyState={<p className={styles.emptyNote}>{t("pinsNone")}</p>}>
        {(pins) => (
          <ul className={styles.list}>
            {pins.map((message) => (
              <li key={message.id}>
                <ItemErrorBoundary resetKey={message}>
                  <Link
                    className={styles.pin ?? ""}
                    to={createMessagePath(conversationId, message.id, message.parent_id)}
                  >
                    <PinAuthor userId={message.user_id} />
                    <PinnedText message={message} />
                  </Link>
                </ItemErrorBoundary>
              </li>
            ))}
          </ul>
        )}
      </LoadedContent>
    </section>
  );
}

function PinAuthor({ userId }: { userId: string }) {
  return <span className={styles.author}>{usePerson(userId)?.name ?? " "}</span>;
}

function PinnedText({ message }: { message: Message }) {
  const { t } = useTranslation("conversations");
  const { text, lang } = createMessagePreview(translateMessageForReader(message, useReader()), t);
  return <span lang={lang}>{text}</span>;
}
