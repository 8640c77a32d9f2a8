import type { Message } from "@kakehashi/contract/messages";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { spokenPreview } from "../../conversations/preview.ts";
import { usePerson } from "../../profiles/people.ts";
import { onRoom, roomOf } from "../state/rooms.ts";
import { type Announcement, arrivals, createAnnouncements } from "./announcements.ts";

/** Tells a screen reader what arrives, each message in its language, without interrupting. */
export function Announcer({ placeKey, userId }: { placeKey: string; userId: string }) {
  const { t } = useTranslation("messages");
  const [{ messages, more }, tell] = useState<Announcement>({ messages: [], more: 0 });

  useEffect(() => {
    const announcements = createAnnouncements(tell);
    let { timeline } = roomOf(placeKey);
    const end = onRoom(placeKey, () => {
      const { timeline: now } = roomOf(placeKey);
      announcements.arrive(arrivals(timeline, now, userId));
      timeline = now;
    });
    return () => {
      end();
      announcements.stop();
    };
  }, [placeKey, userId]);

  return (
    <div className="visually-hidden" aria-live="polite">
      {messages.map((message) => (
        <Said key={message.id} message={message} />
      ))}
      {more > 0 && <p key={`after ${messages.at(-1)?.id}`}>{t("announcedMore", { count: more })}</p>}
    </div>
  );
}

function Said({ message }: { message: Message }) {
  const { t } = useTranslation("messages");
  const { t: words } = useTranslation("conversations");
  const author = usePerson(message.user_id);
  const { text, lang } = spokenPreview(message, words);
  return author && <p lang={lang}>{t("announced", { name: author.name, text })}</p>;
}
