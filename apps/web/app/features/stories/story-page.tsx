import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { Link } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { ApiError } from "../../kit/api-error.ts";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { Page } from "../../kit/ui/page.tsx";
import { createLazyComponent } from "../../kit/ui/part.tsx";
import { SkeletonRows } from "../../kit/ui/skeleton.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { botQuery } from "../bots/queries.ts";
import { storyQuery } from "./queries.ts";

const isNotFoundError = (error: unknown) => error instanceof ApiError && error.status === 404;

// Load the story builder on demand, because its canvas library is larger than all other pages of a bot together.
const StoryBuilder = createLazyComponent(async () => (await import("./story-builder.tsx")).StoryBuilder);

/** The page of the story builder, on which people edit one story. */
export function StoryPage({ botId, storyId }: { botId: string; storyId: string }) {
  const { t } = useTranslation(["stories", "common"]);
  const bot = useQuery(botQuery(botId));
  // Fetch the newest draft only when the page opens. After that, the editor has its own copy and merges other people's
  // changes into it.
  const story = useQuery({
    ...storyQuery(botId, storyId),
    refetchOnMount: "always",
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isStoryMissing = isNotFoundError(story.error) || isNotFoundError(bot.error);
  const storiesPath = `/bots/${botId}/story`;
  const missingState = (
    <EmptyState
      isHeading
      title={t("storyMissing")}
      text={t("storyMissingText")}
      action={<Link to={storiesPath}>{t("backToStories")}</Link>}
    />
  );
  const name = isStoryMissing ? t("storyMissing") : (story.data?.name ?? t("one"));
  return (
    <Page
      title={name}
      heading={isStoryMissing ? null : name}
      note={bot.data?.name}
      width="own"
      backLink={{ to: storiesPath, label: t("backToStories") }}
    >
      <LoadedContent query={bot} rows={6} missingState={missingState}>
        {(loadedBot) => (
          <LoadedContent
            query={{ ...story, data: story.isFetchedAfterMount ? story.data : undefined }}
            rows={6}
            missingState={missingState}
          >
            {(loadedStory) => (
              <Suspense fallback={<SkeletonRows count={6} label={t("common:loading")} />}>
                <StoryBuilder key={loadedStory.id} bot={loadedBot} story={loadedStory} />
              </Suspense>
            )}
          </LoadedContent>
        )}
      </LoadedContent>
    </Page>
  );
}
