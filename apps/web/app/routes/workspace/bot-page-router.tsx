import { canCreateBot } from "@kakehashi/contract/bot-permissions";
import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { Link } from "react-router";
import { useAccount } from "../../features/auth/session.ts";
import { BotActions } from "../../features/bots/bot-actions.tsx";
import { BotList } from "../../features/bots/bot-list.tsx";
import styles from "../../features/bots/bots.module.css";
import { ImportBotButton } from "../../features/bots/import-dialog.tsx";
import { NewBot } from "../../features/bots/new-bot.tsx";
import { botQuery } from "../../features/bots/queries.ts";
import { WorkspaceAreaTabs } from "../../features/projects/areas.tsx";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { ApiError } from "../../kit/api-error.ts";
import { Avatar } from "../../kit/ui/avatar.tsx";
import { ButtonLink } from "../../kit/ui/button-link.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { Page } from "../../kit/ui/page.tsx";
import { SkeletonRows } from "../../kit/ui/skeleton.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { LinkTabs } from "../../kit/ui/tabs.tsx";
import { botTabs, LazyChannelCallback, LazyReplayPage, LazyStoryPage } from "./bot-tabs.ts";

interface BotPageAddress {
  botId?: string | undefined;
  part?: string | undefined;
  itemId?: string | undefined;
}

/** The pages of bots: the list, a new bot, or one bot with its tabs. */
export function BotPageRouter({ botId, part, itemId }: BotPageAddress) {
  if (botId === undefined) return <BotListPage />;
  if (botId === "new") return <CreateBotPage />;
  if (botId === "callback") return <PlatformCallbackPage />;
  if (part === "story" && itemId !== undefined) return <BotStoryPage botId={botId} storyId={itemId} />;
  if (part === "sessions" && itemId !== undefined) return <SessionPage botId={botId} sessionId={itemId} />;
  return <BotPage key={botId} id={botId} part={part ?? ""} itemId={itemId} />;
}

function BotListPage() {
  const { t } = useTranslation("bots");
  const account = useAccount();
  const mayCreate = account ? canCreateBot(account.role) : false;
  return (
    <Page
      title={t("title")}
      width="wide"
      tools={<WorkspaceAreaTabs />}
      actions={
        mayCreate && (
          <span className={styles.headActions}>
            <ImportBotButton />
            <ButtonLink kind="primary" target={{ page: "/bots/new" }}>
              {t("new")}
            </ButtonLink>
          </span>
        )
      }
    >
      <BotList />
    </Page>
  );
}

function CreateBotPage() {
  const { t } = useTranslation("bots");
  const account = useAccount();
  return (
    <Page title={t("new")} backLink={{ to: "/bots", label: t("back") }}>
      {account && canCreateBot(account.role) ? (
        <NewBot />
      ) : (
        <EmptyState title={t("mayNotTitle")} text={t("mayNotText")} />
      )}
    </Page>
  );
}

/**
 * The page to which Facebook or Zalo redirects a person who wants to connect pages to a bot. There the person chooses
 * the pages.
 */
function PlatformCallbackPage() {
  const { t } = useTranslation("common");
  return (
    <Suspense fallback={<SkeletonRows count={4} label={t("loading")} />}>
      <LazyChannelCallback />
    </Suspense>
  );
}

function BotStoryPage(address: { botId: string; storyId: string }) {
  const { t } = useTranslation("common");
  return (
    <Suspense fallback={<SkeletonRows count={6} label={t("loading")} />}>
      <LazyStoryPage key={address.storyId} {...address} />
    </Suspense>
  );
}

function SessionPage(address: { botId: string; sessionId: string }) {
  const { t } = useTranslation("common");
  return (
    <Suspense fallback={<SkeletonRows count={6} label={t("loading")} />}>
      <LazyReplayPage key={address.sessionId} {...address} />
    </Suspense>
  );
}

function BotPage({
  id,
  part: openTabPath,
  itemId,
}: {
  id: string;
  part: string;
  itemId: string | undefined;
}) {
  const { t } = useTranslation(["bots", "common"]);
  const query = useQuery(botQuery(id));
  const tab = botTabs.find((botTab) => botTab.part === openTabPath);
  const isMissing = !tab || (query.error instanceof ApiError && query.error.status === 404);
  const bot = isMissing ? undefined : query.data;
  const missingState = (
    <EmptyState
      isHeading
      title={t("missingTitle")}
      text={t("missingText")}
      action={<Link to="/bots">{t("back")}</Link>}
    />
  );
  const title = bot && tab ? t("titleOf", { tab: t(tab.name), name: bot.name }) : undefined;
  return (
    <Page
      title={title ?? t(isMissing ? "missingTitle" : "one")}
      heading={bot?.name ?? null}
      width={tab?.width ?? "text"}
      backLink={{ to: "/bots", label: t("back") }}
      picture={bot && <Avatar id={id} name={bot.name} image={bot.picture} size={32} />}
      actions={bot && <BotActions bot={bot} />}
      tools={
        bot &&
        botTabs.length > 1 && (
          <LinkTabs
            label={t("tabs")}
            tabs={botTabs.map(({ part: tabPath, name }) => ({
              address: tabPath ? `/bots/${id}/${tabPath}` : `/bots/${id}`,
              label: t(name),
              isCurrent: tabPath === openTabPath,
            }))}
          />
        )
      }
    >
      {tab ? (
        <LoadedContent query={query} rows={8} missingState={missingState}>
          {(shownBot) => (
            <Suspense fallback={<SkeletonRows count={8} label={t("common:loading")} />}>
              <tab.Content bot={shownBot} itemId={itemId} />
            </Suspense>
          )}
        </LoadedContent>
      ) : (
        missingState
      )}
    </Page>
  );
}
