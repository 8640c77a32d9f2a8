import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../kit/api-error.ts";
import { Loaded } from "../../kit/ui/loaded.tsx";
import { Page } from "../../kit/ui/page.tsx";
import { lazyPart } from "../../kit/ui/part.tsx";
import { SkeletonRows } from "../../kit/ui/skeleton.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { botQuery } from "../bots/queries.ts";
import { storyQuery } from "./queries.ts";

const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404;

// The canvas is larger than all the rest of these pages.
const StoryBuilder = lazyPart(async () => (await import("./story-builder.tsx")).StoryBuilder);

/** One story, to be drawn. */
export function StoryPage({ botId, storyId }: { botId: string; storyId: string }) {
  const { t } = useTranslation(["stories", "common"]);
  const bot = useQuery(botQuery(botId));
  // The editor begins from what is saved now, and from then on follows by itself.
  const story = useQuery({
    ...storyQuery(botId, storyId),
    refetchOnMount: "always",
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isGone = isMissing(story.error) || isMissing(bot.error);
  const missingState = <EmptyState isHeading title={t("storyMissing")} text={t("storyMissingText")} />;
  const name = isGone ? t("storyMissing") : (story.data?.name ?? t("one"));
  return (
    <Page
      title={name}
      heading={isGone ? null : name}
      note={bot.data?.name}
      width="own"
      backLink={{ to: `/bots/${botId}/story`, label: t("backToStories") }}
    >
      <Loaded query={bot} rows={6} missingState={missingState}>
        {(loadedBot) => (
          <Loaded
            query={{ ...story, data: story.isFetchedAfterMount ? story.data : undefined }}
            rows={6}
            missingState={missingState}
          >
            {(loadedStory) => (
              <Suspense fallback={<SkeletonRows count={6} label={t("common:loading")} />}>
                <StoryBuilder key={loadedStory.id} bot={loadedBot} story={loadedStory} />
              </Suspense>
            )}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}
