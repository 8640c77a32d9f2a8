import { publishBotFlow, setBotFlowEnabled } from "@kakehashi/contract/bot-flows";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { ApiError } from "../../kit/api-error.ts";
import { toast, toastError } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Checkbox } from "../../kit/ui/checkbox.tsx";
import type { StoryAutosave } from "./autosave.ts";
import { useBuilder } from "./builder.ts";
import { useEditor, useStoreSelector } from "./editor.ts";
import { cacheStory, useCachedStory } from "./queries.ts";
import { StoryStateBadge } from "./story-state-badge.tsx";
import styles from "./toolbar.module.css";

function useSwitchOnStory() {
  const { t } = useTranslation("stories");
  const { botId, storyId } = useBuilder();
  const params = { id: botId, fid: storyId };
  return useMutation({
    mutationFn: async (is_enabled: boolean) =>
      (await call(setBotFlowEnabled, { params, body: { is_enabled } })).data,
    onSuccess(changedStory) {
      cacheStory(botId, changedStory);
      toast(t(changedStory.is_enabled ? "switchedOn" : "switchedOff"));
    },
  });
}

/** A note that a published story is switched off, so visitors do not get it. A button switches it on. */
export function SwitchedOffStoryNote() {
  const { t } = useTranslation("stories");
  const { botId, storyId, canEdit } = useBuilder();
  const story = useCachedStory(botId, storyId);
  const enableMutation = useSwitchOnStory();
  if (!canEdit || !story?.published || story.is_enabled) return null;
  return (
    <div className={styles.off}>
      <span role="status">{t("offNote")}</span>
      <Button size="xs" loading={enableMutation.isPending} onClick={() => enableMutation.mutate(true)}>
        {t("switchOn")}
      </Button>
    </div>
  );
}

/** The story's state, and the buttons that switch it on and publish it. */
export function StoryPublicationControls({ autosave }: { autosave: StoryAutosave }) {
  const { t } = useTranslation("stories");
  const { botId, storyId, canEdit } = useBuilder();
  const story = useCachedStory(botId, storyId);
  const enable = useSwitchOnStory();
  if (!story) return null;
  return (
    <>
      <StoryStateBadge story={story} />
      <Checkbox
        role="switch"
        label={t("on")}
        checked={story.is_enabled}
        disabled={!canEdit || !story.published || enable.isPending}
        onChange={({ currentTarget }) => enable.mutate(currentTarget.checked)}
      />
      {canEdit && <PublishButton autosave={autosave} isPublished={story.published?.is_draft === true} />}
    </>
  );
}

interface PublishButtonProps {
  autosave: StoryAutosave;
  /** Whether the newest save of the story is published. */
  isPublished: boolean;
}

function PublishButton({ autosave, isPublished }: PublishButtonProps) {
  const { t } = useTranslation("stories");
  const editor = useEditor();
  const { botId, storyId, problemFinder: problems } = useBuilder();
  const isSaved = useStoreSelector(autosave.state, ({ kind }) => kind === "saved");
  const publishMutation = useMutation({
    async mutationFn() {
      const revision = await autosave.flush();
      if (revision === null) return null;
      return (await call(publishBotFlow, { params: { id: botId, fid: storyId }, body: { revision } })).data;
    },
    onSuccess(publishedStory) {
      if (!publishedStory) return;
      cacheStory(botId, publishedStory);
      toast(t("publishedToast", { version: publishedStory.published?.number ?? 1 }));
    },
    onError(error) {
      if (error instanceof ApiError && error.code === "BOT.PROBLEMS") showProblems();
      toastError(error);
      void autosave.pull();
    },
  });
  function showProblems(): void {
    editor.showErrors();
    editor.openPane("problems");
  }
  return (
    <Button
      kind="primary"
      loading={publishMutation.isPending}
      disabled={isPublished && isSaved}
      // Check the story now, because the last automatic check may be older than the last typed letter.
      onClick={() => (problems.findNow().length > 0 ? showProblems() : publishMutation.mutate())}
    >
      {t("publish")}
    </Button>
  );
}
