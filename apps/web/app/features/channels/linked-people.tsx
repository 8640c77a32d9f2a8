import type { OutsideIdentity, OutsideTalkDetail } from "@kakehashi/contract/channels";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { toast } from "../../kit/toast.ts";
import { Badge } from "../../kit/ui/badge.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { askToConfirm } from "../../kit/ui/confirm.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { TalkMessages } from "../bots/livechat-past.tsx";
import { useVisitorNameFormatter } from "../profiles/name-in-other-script.tsx";
import { buildTalkListPath, type TalkFilter } from "./filter.ts";
import { unlinkPerson } from "./link-queries.ts";
import styles from "./linked-people.module.css";
import { PlatformIcon } from "./platform-icon.tsx";
import { platformNames } from "./platforms.ts";
import { talkQuery } from "./talk-queries.ts";

interface LinkedPeopleProps {
  talk: OutsideTalkDetail;
  filter: TalkFilter;
}

/**
 * Lists the customers who are linked with this chat's customer because all of them are the same human. Each has written
 * to a different Facebook page or Zalo account. Links lead to their chats, with their newest messages.
 */
export function LinkedPeople({ talk, filter }: LinkedPeopleProps) {
  const { t } = useTranslation("channels");
  if (talk.linked.length === 0) return null;
  return (
    <section className={styles.linked} aria-label={t("linked")}>
      <h2 className={styles.title}>{t("linked")}</h2>
      <ul>
        {talk.linked.map((person) => (
          <LinkedPerson key={person.conversation_id} talk={talk} person={person} filter={filter} />
        ))}
      </ul>
    </section>
  );
}

function LinkedPerson({ talk, person, filter }: LinkedPeopleProps & { person: OutsideIdentity }) {
  const { t } = useTranslation("channels");
  const { timeAgo } = useFormat();
  const getShownName = useVisitorNameFormatter();
  const [isOpen, setOpen] = useState(false);
  const { conversation_id: otherId, name, page, last_message, changed_at, is_blocked } = person;
  const lastActivityAt = last_message?.created_at ?? changed_at;
  const { mutate, isPending } = useMutation({
    mutationFn: () => unlinkPerson(talk.conversation_id, otherId),
    onSuccess: () => toast(t("separatedToast")),
  });
  async function confirmAndSeparate(): Promise<void> {
    const question = { title: t("separateTitle"), text: t("separateText"), actionLabel: t("separate") };
    if (await askToConfirm(question)) mutate();
  }
  return (
    <li>
      <div className={styles.row}>
        <PlatformIcon platform={page.platform} size={18} showsName />
        <Link className={styles.name} to={buildTalkListPath(filter, otherId)}>
          <strong>{getShownName(name)}</strong>
          <span>
            {platformNames[page.platform]} · {page.name}
          </span>
        </Link>
        <time className={styles.time} dateTime={lastActivityAt}>
          {timeAgo(lastActivityAt)}
        </time>
        {is_blocked && <Badge tone="accent">{t("blocked")}</Badge>}
        <span className={styles.buttons}>
          <Button kind="quiet" size="xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t(isOpen ? "hideLinkedPast" : "linkedPast")}
          </Button>
          <Button kind="quiet" size="xs" loading={isPending} onClick={() => void confirmAndSeparate()}>
            {t("separate")}
          </Button>
        </span>
      </div>
      {isOpen && <LinkedConversation id={otherId} label={t("linkedPastOf", { page: page.name })} />}
    </li>
  );
}

/** Shows the newest messages from the chat with a linked customer. */
function LinkedConversation({ id, label }: { id: string; label: string }) {
  const query = useQuery(talkQuery(id));
  return (
    <div className={styles.past}>
      <LoadedContent query={query} rows={3}>
        {(talk) => <TalkMessages talk={talk} label={label} note={null} />}
      </LoadedContent>
    </div>
  );
}
