import type { Bot } from "@kakehashi/contract/bots";
import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { Link, useSearchParams } from "react-router";
import noteStyles from "../../features/bots/answering-note.module.css";
import { NoComposerNote } from "../../features/bots/answering-note.tsx";
import { InboxPanes } from "../../features/bots/inbox.tsx";
import styles from "../../features/bots/livechat.module.css";
import { TalkActions } from "../../features/bots/livechat-actions.tsx";
import {
  buildInboxPath,
  LivechatList,
  parseLivechatFilter,
  TalkStateText,
} from "../../features/bots/livechat-list.tsx";
import { TalkMessages, VisitorFacts, VisitorRating } from "../../features/bots/livechat-past.tsx";
import { livechatQuery, useLivechatUpdates } from "../../features/bots/livechat-queries.ts";
import { useVisitorNameFormatter } from "../../features/profiles/name-in-other-script.tsx";
import { loadTexts } from "../../i18n/browser.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { BackLink } from "../../kit/ui/back-link.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { PageHeader } from "../../kit/ui/page-header.tsx";
import { createLazyComponent } from "../../kit/ui/part.tsx";
import { SkeletonRows } from "../../kit/ui/skeleton.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { MemberTalkMessages } from "./member-talk-messages.tsx";

const LivechatFigures = createLazyComponent<{ bot: Bot; back: string }>(async () => {
  // The statistics contain tables, so load the text file of tables as well.
  const [{ LivechatFiguresPage }] = await Promise.all([
    import("../../features/bots/livechat-figures.tsx"),
    loadTexts("chatFigures"),
    loadTexts("table"),
  ]);
  return LivechatFiguresPage;
});

/** A bot's inbox: the visitors who wait for a person, and the open conversation with one of them. */
export function BotLivechat({ bot, itemId }: { bot: Bot; itemId: string | undefined }) {
  const { t } = useTranslation(["bots", "common"]);
  const [search] = useSearchParams();
  const filter = parseLivechatFilter(search.get("state"));
  useLivechatUpdates(bot.id);
  return (
    <InboxPanes
      openRoomId={itemId}
      emptyState={{ title: t("chatChoose"), text: t("chatChooseText") }}
      list={<LivechatList botId={bot.id} filter={filter} openId={itemId} />}
    >
      {itemId === "figures" ? (
        <Suspense fallback={<SkeletonRows count={6} label={t("common:loading")} />}>
          <LivechatFigures bot={bot} back={buildInboxPath(bot.id, filter)} />
        </Suspense>
      ) : (
        itemId && <LivechatTalk key={itemId} bot={bot} id={itemId} back={buildInboxPath(bot.id, filter)} />
      )}
    </InboxPanes>
  );
}

function LivechatTalk({ bot, id, back: backAddress }: { bot: Bot; id: string; back: string }) {
  const { t } = useTranslation("bots");
  const query = useQuery(livechatQuery(bot.id, id));
  const shownName = useVisitorNameFormatter();
  const missingState = (
    <EmptyState
      title={t("chatMissing")}
      text={t("chatMissingText")}
      action={<Link to={backAddress}>{t("chatBack")}</Link>}
    />
  );
  return (
    <LoadedContent query={query} rows={6} missingState={missingState}>
      {(talk) => (
        <>
          <PageHeader
            headingLevel={2}
            title={shownName(talk.visitor.name)}
            note={<TalkStateText talk={talk} />}
            beforeTitle={<BackLink to={backAddress} label={t("chatBack")} />}
            actions={<TalkActions bot={bot} talk={talk} hasTakeButtonElsewhere={talk.is_member} />}
          />
          {talk.source !== "WEB" && (
            <p className={styles.elsewhere}>
              <Link to={`/schat/${talk.conversation_id}`}>{t("chatOutside")}</Link>
            </p>
          )}
          <VisitorRating talk={talk} />
          <VisitorFacts botId={bot.id} talk={talk} />
          {talk.is_member ? (
            <MemberTalkMessages bot={bot} talk={talk} />
          ) : (
            <>
              <TalkMessages
                talk={talk}
                label={shownName(talk.visitor.name)}
                note={t(`chatPast_${talk.state}`)}
              />
              {/* Show this note only if an agent has taken the conversation. A waiting conversation has the button
                  "Take this chat" above its messages. */}
              {talk.state === "OPEN" && (
                <div className={noteStyles.foot}>
                  <NoComposerNote bot={bot} talk={talk} />
                </div>
              )}
            </>
          )}
        </>
      )}
    </LoadedContent>
  );
}
