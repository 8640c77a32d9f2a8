import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { previewOf } from "../conversations/preview.ts";
import { usePerson } from "../profiles/people.ts";
import { useRoom } from "./use-room.ts";

/** Milliseconds between two announcements: a screen reader cannot follow more. */
const pause = 1000;

/** Tells a screen reader what arrives, in its language, without interrupting. */
export function Announcer({ placeKey, userId }: { placeKey: string; userId: string }) {
  const { t } = useTranslation("messages");
  const newest = useRoom(placeKey, ({ timeline }) => timeline?.messages.at(-1));
  const known = useRef(newest?.number ?? 0);
  const [said, setSaid] = useState<typeof newest>();
  const author = usePerson(said?.user_id ?? userId);

  useEffect(() => {
    if (!newest || newest.number <= known.current) return;
    const timer = setTimeout(() => {
      known.current = newest.number;
      if (newest.user_id !== userId) setSaid(newest);
    }, pause);
    return () => clearTimeout(timer);
  }, [newest, userId]);

  return (
    <div className="visually-hidden" aria-live="polite">
      {said && author && (
        <p lang={said.language}>{t("announced", { name: author.name, text: previewOf(said.content) })}</p>
      )}
    </div>
  );
}
