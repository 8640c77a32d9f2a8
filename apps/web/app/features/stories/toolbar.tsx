import { enableBotFlow, publishBotFlow } from "@kakehashi/contract/bot-flows";
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconHistory,
  IconKeyboard,
  IconLanguage,
  IconLayoutDistributeHorizontal,
  IconPlayerPlay,
  IconPlus,
  IconSearch,
  IconVariable,
} from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useReactFlow } from "@xyflow/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../kit/api.ts";
import { ApiError } from "../../kit/api-error.ts";
import { useStore } from "../../kit/store.ts";
import { toast, toastError } from "../../kit/toast.ts";
import { Count } from "../../kit/ui/badge.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { Checkbox } from "../../kit/ui/checkbox.tsx";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { useErrorText } from "../../kit/ui/states.tsx";
import type { Autosave } from "./autosave.ts";
import { useBuilder, useProblems } from "./builder.ts";
import { addGroupBeside } from "./canvas-keys.ts";
import { coveredWidth, fitOptions } from "./canvas-view.tsx";
import { type PaneName, useEditor, useEditorState, useSelected } from "./editor.ts";
import { moveGroups } from "./edits.ts";
import { arrange } from "./layout.ts";
import { showStory, useStoryFacts } from "./queries.ts";
import { StoryState } from "./story-state.tsx";
import styles from "./toolbar.module.css";

const icon = { size: 20, stroke: 1.6, "aria-hidden": true } as const;

/** The tools of the canvas and the actions on the whole story. */
export function Toolbar({ autosave }: { autosave: Autosave }) {
  const { t } = useTranslation("stories");
  const { canEdit } = useBuilder();
  return (
    <div className={styles.bar} role="toolbar" aria-label={t("tools")}>
      {canEdit && <DrawingTools />}
      <PaneTools />
      <div className={styles.story}>
        <SaveNote autosave={autosave} />
        <StoryActions autosave={autosave} />
      </div>
    </div>
  );
}

function DrawingTools() {
  const { t } = useTranslation("stories");
  const editor = useEditor();
  const { fitView } = useReactFlow();
  const canUndo = useEditorState(({ past }) => past.length > 0);
  const canRedo = useEditorState(({ future }) => future.length > 0);
  const layout = useMutation({
    mutationFn: () => arrange(editor.get().flow),
    onSuccess(positions) {
      editor.edit((flow) => moveGroups(flow, positions));
      requestAnimationFrame(() => void fitView(fitOptions(coveredWidth(editor.get()))));
    },
  });
  return (
    <div className={styles.group}>
      <IconButton label={t("undo")} disabled={!canUndo} onClick={editor.undo} tooltipSide="bottom">
        <IconArrowBackUp {...icon} />
      </IconButton>
      <IconButton label={t("redo")} disabled={!canRedo} onClick={editor.redo} tooltipSide="bottom">
        <IconArrowForwardUp {...icon} />
      </IconButton>
      <IconButton label={t("addGroup")} onClick={() => addGroupBeside(editor)} tooltipSide="bottom">
        <IconPlus {...icon} />
      </IconButton>
      <IconButton
        label={t("arrange")}
        loading={layout.isPending}
        onClick={() => layout.mutate()}
        tooltipSide="bottom"
      >
        <IconLayoutDistributeHorizontal {...icon} />
      </IconButton>
    </div>
  );
}

function PaneTools() {
  const { t } = useTranslation("stories");
  const { languages } = useBuilder();
  const count = useProblems(({ list }) => list.length);
  return (
    <div className={styles.group}>
      <PaneButton pane="search" label={t("searchBlocks")}>
        <IconSearch {...icon} />
      </PaneButton>
      <PaneButton pane="variables" label={t("pane_variables")}>
        <IconVariable {...icon} />
      </PaneButton>
      <PaneButton pane="history" label={t("pane_history")}>
        <IconHistory {...icon} />
      </PaneButton>
      {languages.length > 1 && (
        <PaneButton pane="translations" label={t("pane_translations")}>
          <IconLanguage {...icon} />
        </PaneButton>
      )}
      <PaneButton pane="keys" label={t("pane_keys")} className={styles.wide}>
        <IconKeyboard {...icon} />
      </PaneButton>
      <span className={styles.counted}>
        <PaneButton pane="problems" label={t("pane_problems")}>
          <IconAlertTriangle {...icon} />
        </PaneButton>
        <span className={styles.count}>
          <Count value={count} label={t("problemCount", { count })} />
        </span>
      </span>
      <PaneButton pane="preview" label={t("pane_preview")}>
        <IconPlayerPlay {...icon} />
      </PaneButton>
    </div>
  );
}

interface PaneButtonProps {
  pane: PaneName;
  label: string;
  className?: string | undefined;
  children: ReactNode;
}

function PaneButton({ pane, label, className = "", children }: PaneButtonProps) {
  const editor = useEditor();
  const isOpen = useEditorState((state) => state.pane === pane);
  return (
    <IconButton
      label={label}
      className={className}
      aria-expanded={isOpen}
      aria-controls={isOpen ? "story-pane" : undefined}
      data-open={isOpen || undefined}
      tooltipSide="bottom"
      onClick={() => editor.openPane(isOpen ? null : pane)}
    >
      {children}
    </IconButton>
  );
}

/** Says whether the draft is saved. */
function SaveNote({ autosave }: { autosave: Autosave }) {
  const { t } = useTranslation(["stories", "common"]);
  const { canEdit } = useBuilder();
  const state = useStore(autosave.state);
  const textOf = useErrorText();
  if (!canEdit) return <span className={styles.note}>{t("readOnly")}</span>;
  if (state.kind === "failed")
    return (
      <span className={styles.failed} role="alert">
        {t("saveFailed")} {textOf(state.error)}
        <Button size="xs" onClick={() => void autosave.flush()}>
          {t("common:retry")}
        </Button>
      </span>
    );
  return (
    <span className={`${styles.note} ${styles.saved}`} role="status">
      {t(state.kind === "saved" ? "allSaved" : "saving")}
    </span>
  );
}

function useStorySwitch() {
  const { t } = useTranslation("stories");
  const { botId, storyId } = useBuilder();
  const params = { id: botId, fid: storyId };
  return useMutation({
    mutationFn: async (is_enabled: boolean) =>
      (await call(enableBotFlow, { params, body: { is_enabled } })).data,
    onSuccess(changed) {
      showStory(botId, changed);
      toast(t(changed.is_enabled ? "switchedOn" : "switchedOff"));
    },
  });
}

/**
 * A note that visitors do not get a published story, because it is switched off, with a button that switches it on.
 */
export function OffNote() {
  const { t } = useTranslation("stories");
  const { botId, storyId, canEdit } = useBuilder();
  const story = useStoryFacts(botId, storyId);
  const enable = useStorySwitch();
  if (!canEdit || !story?.published || story.is_enabled) return null;
  return (
    <div className={styles.off}>
      <span role="status">{t("offNote")}</span>
      <Button size="xs" loading={enable.isPending} onClick={() => enable.mutate(true)}>
        {t("switchOn")}
      </Button>
    </div>
  );
}

function StoryActions({ autosave }: { autosave: Autosave }) {
  const { t } = useTranslation("stories");
  const { botId, storyId, canEdit } = useBuilder();
  const story = useStoryFacts(botId, storyId);
  const enable = useStorySwitch();
  if (!story) return null;
  return (
    <>
      <StoryState story={story} />
      <Checkbox
        role="switch"
        label={t("on")}
        checked={story.is_enabled}
        disabled={!canEdit || !story.published || enable.isPending}
        onChange={({ currentTarget }) => enable.mutate(currentTarget.checked)}
      />
      {canEdit && <Publish autosave={autosave} isPublished={story.published?.is_draft === true} />}
    </>
  );
}

interface PublishProps {
  autosave: Autosave;
  /** Whether the published version is the newest save. */
  isPublished: boolean;
}

function Publish({ autosave, isPublished }: PublishProps) {
  const { t } = useTranslation("stories");
  const editor = useEditor();
  const { botId, storyId, problems } = useBuilder();
  const isSaved = useSelected(autosave.state, ({ kind }) => kind === "saved");
  const publish = useMutation({
    async mutationFn() {
      const revision = await autosave.flush();
      if (revision === null) return null;
      return (await call(publishBotFlow, { params: { id: botId, fid: storyId }, body: { revision } })).data;
    },
    onSuccess(published) {
      if (!published) return;
      showStory(botId, published);
      toast(t("publishedToast", { version: published.published?.number ?? 1 }));
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
      loading={publish.isPending}
      disabled={isPublished && isSaved}
      // Check the story now. The last automatic check may be older than the last typed letter.
      onClick={() => (problems.findNow().length > 0 ? showProblems() : publish.mutate())}
    >
      {t("publish")}
    </Button>
  );
}
