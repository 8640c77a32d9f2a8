import { useMediaQuery } from "@mantine/hooks";
import { type ReactNode, Suspense, useEffect, useEffectEvent } from "react";
import { useSearchParams } from "react-router";
import { InboxPanes as InboxLayout } from "../../features/bots/inbox.tsx";
import {
  channelFiguresPath,
  channelPagesPath,
  parseTalkFilter,
  parseTalkStateFilter,
  talkStateFilters,
} from "../../features/channels/filter.ts";
import { ChannelPages } from "../../features/channels/page-list.tsx";
import { TalkList } from "../../features/channels/talk-list.tsx";
import { useTalkUpdates } from "../../features/channels/talk-queries.ts";
import { WorkspaceAreaTabs } from "../../features/projects/areas.tsx";
import { loadTexts } from "../../i18n/browser.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { ButtonLink } from "../../kit/ui/button-link.tsx";
import { Page } from "../../kit/ui/page.tsx";
import { createLazyComponent } from "../../kit/ui/part.tsx";
import { SkeletonRows } from "../../kit/ui/skeleton.tsx";
import { useRememberedTab } from "../../kit/use-remembered-tab.ts";
import { OutsideTalk } from "./outside-talk.tsx";

const ChannelFigures = createLazyComponent<{ areaLinks: ReactNode }>(async () => {
  // The statistics contain tables, so load the text file of tables as well.
  const [{ ChannelFiguresPage }] = await Promise.all([
    import("../../features/channels/figures.tsx"),
    loadTexts("chatFigures"),
    loadTexts("table"),
  ]);
  return ChannelFiguresPage;
});

/** The pages for Messenger and Zalo: the connected pages, the statistics, or the list of chats with the open chat. */
export function OutsideChatPageRouter({ talkId }: { talkId: string | undefined }) {
  const { t } = useTranslation("common");
  if (talkId === "listpage") return <ChannelPages areaLinks={<WorkspaceAreaTabs />} />;
  if (talkId !== "figures") return <OutsideInbox talkId={talkId} />;
  return (
    <Suspense fallback={<SkeletonRows count={6} label={t("loading")} />}>
      <ChannelFigures areaLinks={<WorkspaceAreaTabs />} />
    </Suspense>
  );
}

function OutsideInbox({ talkId }: { talkId: string | undefined }) {
  const { t } = useTranslation("channels");
  const [params] = useSearchParams();
  const isNarrow = useMediaQuery("(max-width: 819px)", undefined, { getInitialValueInEffect: false });
  const [lastTalkState, setLastTalkState] = useRememberedTab("/schat", talkStateFilters, "all");
  const talkStateInAddress = parseTalkStateFilter(params.get("state"));
  const rememberTalkState = useEffectEvent(setLastTalkState);
  useEffect(() => {
    if (talkStateInAddress) rememberTalkState(talkStateInAddress);
  }, [talkStateInAddress]);
  const filter = parseTalkFilter(params, lastTalkState);
  useTalkUpdates();
  // On a phone, an open chat fills the page and has its own header.
  const showsOnlyTalk = isNarrow && talkId !== undefined;
  return (
    <Page
      title={talkId === undefined ? t("title") : null}
      heading={showsOnlyTalk ? null : t("title")}
      headingLevel={talkId === undefined ? 1 : 2}
      width="own"
      tools={!showsOnlyTalk && <WorkspaceAreaTabs />}
      actions={
        <>
          <ButtonLink target={{ page: channelFiguresPath }}>{t("toFigures")}</ButtonLink>
          <ButtonLink target={{ page: channelPagesPath }}>{t("toPages")}</ButtonLink>
        </>
      }
    >
      <InboxLayout
        openRoomId={talkId}
        emptyState={{ title: t("choose"), text: t("chooseText") }}
        list={<TalkList filter={filter} openId={talkId} />}
      >
        {talkId && <OutsideTalk key={talkId} id={talkId} filter={filter} />}
      </InboxLayout>
    </Page>
  );
}
