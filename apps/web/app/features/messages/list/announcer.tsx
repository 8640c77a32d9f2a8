import type { Message } from "@kakehashi/contract/messages";
import { useEffect, useState } from "react";
import { useTranslation } from "../../../i18n/use-translation.tsx";
import { useReader } from "../../auth/reader.ts";
import { translateMessageForReader } from "../../conversations/in-reader-language.ts";
import { createSpokenPreview } from "../../conversations/preview.ts";
import { useNameInLineFormatter } from "../../profiles/name-in-other-script.tsx";
import { usePerson } from "../../profiles/people.ts";
import { chatStateOf, onChatChange } from "../state/chats.ts";
import {
  createMessageAnnouncer,
  findNewMessagesOfOthers,
  type MessageAnnouncement,
} from "./announcements.ts";

/**
 * Announces new messages to screen readers, each marked with its language. An announcement does not interrupt what the
 * screen reader says.
 */
export function MessageAnnouncer({ chatKey, userId }: { chatKey: string; userId: string }) {
  const { t } = useTranslation("room");
  const [{ messages, remainingCount }, announce] = useState<MessageAnnouncement>({
    messages: [],
    remainingCount: 0,
  });

  useEffect(() => {
    const announcements = createMessageAnnouncer(announce);
    let { timeline } = chatStateOf(chatKey);
    const unsubscribe = onChatChange(chatKey, () => {
      const { timeline: currentTimeline } = chatStateOf(chatKey);
      announcements.add(findNewMessagesOfOthers(timeline, currentTimeline, userId));
      timeline = currentTimeline;
    });
    return () => {
      unsubscribe();
      announcements.stop();
    };
  }, [chatKey, userId]);

  return (
    <div className="visually-hidden" aria-live="polite">
      {messages.map((message) => (
        <AnnouncedMessage key={message.id} message={message} />
      ))}
      {remainingCount > 0 && (
        <p key={`after ${messages.at(-1)?.id}`}>{t("announcedMore", { count: remainingCount })}</p>
      )}
    </div>
  );
}

function AnnouncedMessage({ message }: { message: Message }) {
  const { t } = useTranslation("room");
  const { t: tConversations } = useTranslation("conversations");
  const formatPersonName = useNameInLineFormatter();
  const author = usePerson(message.user_id);
  const { text, lang } = createSpokenPreview(translateMessageForReader(message, useReader()), tConversations);
  return author && <p lang={lang}>{t("announced", { name: formatPersonName(author), text })}</p>;
}
