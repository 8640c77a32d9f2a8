import type { LivechatDetail } from "@kakehashi/contract/bot-livechat";
import type { Bot } from "@kakehashi/contract/bots";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useSearchParams } from "react-router";
import { useAccount } from "../../features/auth/session.ts";
import { CannedMenu } from "../../features/bots/canned-menu.tsx";
import styles from "../../features/bots/livechat.module.css";
import { TalkActions } from "../../features/bots/livechat-actions.tsx";
import { filterOf, inboxAddress, LivechatList, TalkState } from "../../features/bots/livechat-list.tsx";
import { TalkMessages, VisitorFacts, VisitorRating } from "../../features/bots/livechat-past.tsx";
import { livechatQuery, useLiveLivechats } from "../../features/bots/livechat-queries.ts";
import { useConversation } from "../../features/conversations/queries.ts";
import { ConversationView } from "../../features/messages/conversation-view.tsx";
import { loadTexts } from "../../i18n/browser.ts";
import { BackLink } from "../../kit/ui/back-link.tsx";
import { PaneBoundary } from "../../kit/ui/boundary.tsx";
import { Loaded } from "../../kit/ui/loaded.tsx";
import { PageHeader } from "../../kit/ui/page-header.tsx";
import { lazyPart } from "../../kit/ui/part.tsx";
import { SkeletonRows } from "../../kit/ui/skeleton.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";

const Figures = lazyPart<{ bot: Bot; back: string }>(async () => {
  // The tables have their texts apart.
  const [{ LivechatFiguresPage }] = await Promise.all([
    import("../../features/bots/livechat-figures.tsx"),
    loadTexts("chatFigures"),
    loadTexts("table"),
  ]);
  return LivechatFiguresPage;
});

/** The inbox of a bot: the visitors who wait for a person, and the talk that is open. */
export function BotLivechat({ bot, itemId }: { bot: Bot; itemId: string | undefined }) {
  const { t } = useTranslation(["bots", "common"]);
  const [search] = useSearchParams();
  const filter = filterOf(search.get("state"));
  useLiveLivechats(bot.id);
  return (
    <div className={styles.inbox} data-open={itemId ? true : undefined}>
      <div className={styles.list}>
        <PaneBoundary>
          <LivechatList botId={bot.id} filter={filter} openId={itemId} />
        </PaneBoundary>
      </div>
      <div className={styles.main}>
        <PaneBoundary resetKey={itemId}>
          {itemId === "figures" ? (
            <Suspense fallback={<SkeletonRows count={6} label={t("common:loading")} />}>
              <Figures bot={bot} back={inboxAddress(bot.id, filter)} />
            </Suspense>
          ) : itemId ? (
            <OneTalk key={itemId} bot={bot} id={itemId} back={inboxAddress(bot.id, filter)} />
          ) : (
            <div className={styles.chosen}>
              <EmptyState title={t("chatChoose")} text={t("chatChooseText")} />
            </div>
          )}
        </PaneBoundary>
      </div>
    </div>
  );
}

function OneTalk({ bot, id, back }: { bot: Bot; id: string; back: string }) {
  const { t } = useTranslation("bots");
  const query = useQuery(livechatQuery(bot.id, id));
  const missingState = (
    <EmptyState
      title={t("chatMissing")}
      text={t("chatMissingText")}
      action={<Link to={back}>{t("chatBack")}</Link>}
    />
  );
  return (
    <Loaded query={query} rows={6} missingState={missingState}>
      {(talk) => (
        <>
          <PageHeader
            headingLevel={2}
            title={talk.visitor.name}
            note={<TalkState talk={talk} />}
            leading={<BackLink to={back} label={t("chatBack")} />}
            actions={<TalkActions bot={bot} talk={talk} />}
          />
          {talk.source !== "WEB" && (
            <p className={`${styles.note} ${styles.threads}`}>
              <Link to={`/schat/${talk.conversation_id}`}>{t("chatOutside")}</Link>
            </p>
          )}
          <VisitorRating talk={talk} />
          <VisitorFacts talk={talk} />
          {talk.is_member ? (
            <Messages bot={bot} talk={talk} />
          ) : (
            <TalkMessages talk={talk} label={talk.visitor.name} note={t("chatPast")} />
          )}
        </>
      )}
    </Loaded>
  );
}

/** The conversation, shown as in the chat. Threads open in the chat itself. */
function Messages({ bot, talk }: { bot: Bot; talk: LivechatDetail }) {
  const { t } = useTranslation("bots");
  const navigate = useNavigate();
  const account = useAccount();
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const id = talk.conversation_id;
  const { conversation, ...query } = useConversation(id);
  const reader = useMemo(
    () => ({ userId: account?.id ?? "", workingLanguage: account?.working_language ?? null }),
    [account?.id, account?.working_language],
  );
  if (!conversation)
    return (
      <Loaded query={query} rows={6}>
        {() => null}
      </Loaded>
    );
  return (
    <div className={styles.talkPlace} ref={setPlace}>
      <p className={`${styles.note} ${styles.threads}`}>
        <span>{t("chatThreads")}</span> <span>{t("cannedTip")}</span>
      </p>
      <ConversationView
        key={id}
        conversation={conversation}
        reader={reader}
        linkedId={null}
        openThread={(message) => void navigate(`/chat/${id}?thread=${message.id}`)}
        onMessageOfOtherChat={(message) =>
          void navigate(`/chat/${id}?thread=${message.parent_id ?? message.id}`)
        }
      />
      <CannedMenu bot={bot} talk={talk} place={place} />
    </div>
  );
}
