import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { Link } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { ApiError } from "../../kit/api-error.ts";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { Page } from "../../kit/ui/page.tsx";
import { createLazyComponent } from "../../kit/ui/part.tsx";
import { SkeletonRows } from "../../kit/ui/skeleton.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { useAllPages } from "../../kit/use-all-pages.ts";
import { botQuery } from "../bots/queries.ts";
import { sessionQuery, sessionTurnsQuery } from "./replay-queries.ts";

// Load the replay on demand, because it needs the large code of the canvas library and the story runner.
const LazySessionReplay = createLazyComponent(async () => (await import("./replay.tsx")).SessionReplay);

/** The page that shows step by step what happened in a visitor's session. */
export function ReplayPage({ botId, sessionId }: { botId: string; sessionId: string }) {
  const { t } = useTranslation(["stories", "common"]);
  const bot = useQuery(botQuery(botId));
  const session = useQuery(sessionQuery(botId, sessionId));
  const turns = useInfiniteQuery(sessionTurnsQuery(botId, sessionId));
  useAllPages(turns, true);
  const isMissing = [bot, session].some(({ error }) => error instanceof ApiError && error.status === 404);
  const sessionsPath = `/bots/${botId}/sessions`;
  const missingState = (
    <EmptyState
      isHeading
      title={t("sessionMissing")}
      text={t("sessionMissingText")}
      action={<Link to={sessionsPath}>{t("backToSessions")}</Link>}
    />
  );
  const name =
    session.data &&
    (session.data.visitor_name ?? t("common:visitorNumber", { number: session.data.visitor_id.slice(-4) }));
  const title = isMissing ? t("sessionMissing") : name ? t("replayOf", { name }) : t("replay");
  const loadingState = <SkeletonRows count={6} label={t("common:loading")} />;
  return (
    <Page
      title={title}
      heading={isMissing ? null : title}
      note={bot.data?.name}
      width="own"
      backLink={{ to: sessionsPath, label: t("backToSessions") }}
    >
      <LoadedContent query={bot} rows={6} missingState={missingState}>
        {(loadedBot) => (
          <LoadedContent query={session} rows={6} missingState={missingState}>
            {(loadedSession) => (
              <LoadedContent query={turns} rows={6} missingState={missingState}>
                {(loadedTurns) => (
                  <Suspense fallback={loadingState}>
                    <LazySessionReplay
                      bot={loadedBot}
                      session={loadedSession}
                      turns={loadedTurns}
                      areAllTurnsLoaded={!turns.hasNextPage}
                    />
                  </Suspense>
                )}
              </LoadedContent>
            )}
          </LoadedContent>
        )}
      </LoadedContent>
    </Page>
  );
}
