import type { OutsideTalkDetail } from "@kakehashi/contract/channels";
import { useMediaQuery } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { useAccount } from "../../features/auth/session.ts";
import noteStyles from "../../features/bots/answering-note.module.css";
import { NoComposerNote } from "../../features/bots/answering-note.tsx";
import { TalkActions } from "../../features/bots/livechat-actions.tsx";
import { TalkStateText } from "../../features/bots/livechat-list.tsx";
import { TalkMessages, VisitorFacts } from "../../features/bots/livechat-past.tsx";
import { mayManageTalk } from "../../features/bots/may-decide.ts";
import { botQuery } from "../../features/bots/queries.ts";
import { BlockedNote } from "../../features/channels/blocked-note.tsx";
import styles from "../../features/channels/channels.module.css";
import { PersonDetailsSheet } from "../../features/channels/facts-sheet.tsx";
import { buildTalkListPath, channelPagesPath, type TalkFilter } from "../../features/channels/filter.ts";
import { LinkedPeople } from "../../features/channels/linked-people.tsx";
import { PersonMenu } from "../../features/channels/person-menu.tsx";
import { PlatformIcon } from "../../features/channels/platform-icon.tsx";
import { platformNames } from "../../features/channels/platforms.ts";
import { TagEditor } from "../../features/channels/tag-editor.tsx";
import { refetchTalks, talkQuery } from "../../features/channels/talk-queries.ts";
import { ReplyWindowClock, ShortReplyWindowClock } from "../../features/channels/window-clock.tsx";
import { useVisitorNameFormatter } from "../../features/profiles/name-in-other-script.tsx";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { BackLink } from "../../kit/ui/back-link.tsx";
import { DocumentTitle } from "../../kit/ui/document-title.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { PageHeader } from "../../kit/ui/page-header.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { OutsideMessages } from "./outside-messages.tsx";

/** A conversation with a customer on Messenger or Zalo, with its actions. */
export function OutsideTalk({ id, filter }: { id: string; filter: TalkFilter }) {
  const { t } = useTranslation("channels");
  const query = useQuery(talkQuery(id));
  const shownName = useVisitorNameFormatter();
  const talkListPath = buildTalkListPath(filter);
  const title = query.data ? t("titleOf", { name: shownName(query.data.visitor.name) }) : t("title");
  const missingState = (
    <EmptyState
      isHeading
      title={t("missing")}
      text={t("missingText")}
      action={<Link to={talkListPath}>{t("back")}</Link>}
    />
  );
  return (
    <>
      <DocumentTitle>{title}</DocumentTitle>
      <LoadedContent query={query} rows={6} missingState={missingState}>
        {(talk) => <OutsideConversation talk={talk} filter={filter} />}
      </LoadedContent>
    </>
  );
}

function OutsideConversation({ talk, filter }: { talk: OutsideTalkDetail; filter: TalkFilter }) {
  const { t } = useTranslation(["channels", "bots"]);
  const account = useAccount();
  const shownName = useVisitorNameFormatter();
  const { data: bot } = useQuery(botQuery(talk.bot.id));
  const { visitor, page, is_blocked, is_member, state } = talk;
  // Nobody can answer a blocked person, or a person on a disconnected page. So the button "Take this chat" is hidden.
  const canAnswer = !is_blocked && page.state !== "DISCONNECTED";
  const mayDecide = mayManageTalk(talk, bot, account?.id);
  const isNarrow = useMediaQuery("(max-width: 819px)", undefined, { getInitialValueInEffect: false });
  const pageName = (
    <span className={styles.person}>
      <PlatformIcon platform={page.platform} size={16} showsName />
      {platformNames[page.platform]} · {page.name}
    </span>
  );
  const talkDetails = (
    <>
      <div className={styles.bar}>
        {isNarrow && pageName}
        {/* Hide the time left for an answer if the person is blocked or the page is disconnected, because nobody
            can answer. */}
        {is_blocked || page.state === "DISCONNECTED" ? <span /> : <ReplyWindowClock window={talk.window} />}
        <TagEditor talk={talk} mayChange={mayDecide} />
      </div>
      <LinkedPeople talk={talk} filter={filter} />
    </>
  );
  // Leave out the tags of the conversation, because the bar above already shows them.
  const visitorFacts = <VisitorFacts botId={talk.bot.id} talk={{ ...talk, tags: [] }} isOpen={isNarrow} />;
  return (
    <>
      <PageHeader
        headingLevel={1}
        title={shownName(visitor.name)}
        beforeTitle={<BackLink to={buildTalkListPath(filter)} label={t("back")} />}
        note={
          <>
            {isNarrow ? (
              <span className={styles.person}>
                <PlatformIcon platform={page.platform} size={16} />
                <TalkStateText talk={talk} />
              </span>
            ) : (
              <>
                {pageName}
                <TalkStateText talk={talk} />
              </>
            )}
            {isNarrow && !is_blocked && <ShortReplyWindowClock window={talk.window} />}
          </>
        }
        actions={
          <>
            {bot && (
              <TalkActions
                bot={bot}
                talk={talk}
                hasTakeButtonElsewhere
                canTake={canAnswer}
                onAction={() => void refetchTalks().catch(() => {})}
              />
            )}
            {isNarrow && (
              <PersonDetailsSheet>
                {talkDetails}
                {visitorFacts}
              </PersonDetailsSheet>
            )}
            {bot && <PersonMenu talk={talk} mayBlock={mayDecide} />}
          </>
        }
      />
      {!isNarrow && talkDetails}
      <SendingBlockedNote talk={talk} mayReconnectPage={bot?.part === "OWNER" || account?.role === "admin"} />
      {is_blocked && <BlockedNote talk={talk} mayUnblock={mayDecide} />}
      {!isNarrow && visitorFacts}
      {is_member ? (
        <OutsideMessages talk={talk} bot={bot} />
      ) : (
        <>
          <TalkMessages talk={talk} label={shownName(visitor.name)} note={t("past")} />
          {state !== "CLOSED" && canAnswer && (
            <div className={noteStyles.foot}>
              <NoComposerNote talk={talk} bot={bot} onActionEnd={refetchTalks} />
            </div>
          )}
        </>
      )}
    </>
  );
}

/** A note that says why no message can be sent now, and who can change that. */
function SendingBlockedNote({
  talk: { page },
  mayReconnectPage,
}: {
  talk: OutsideTalkDetail;
  mayReconnectPage: boolean;
}) {
  const { t } = useTranslation("channels");
  if (page.state === "PAUSED") return <p className={styles.note}>{t("pausedNote")}</p>;
  if (page.state === "CONNECTED") return null;
  const platform = platformNames[page.platform];
  return (
    <p className={styles.note}>
      {t(page.state === "BROKEN" ? "brokenNote" : "disconnectedNote", { platform })}{" "}
      {mayReconnectPage ? <Link to={channelPagesPath}>{t("connectAgainAt")}</Link> : t("helpOwner")}
    </p>
  );
}
