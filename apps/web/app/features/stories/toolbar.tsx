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
import { useTranslation } from "../../i18n/use-translation.tsx";
import { useStoreValue } from "../../kit/store.ts";
import { CountBadge } from "../../kit/ui/badge.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { useErrorText } from "../../kit/ui/states.tsx";
import type { StoryAutosave } from "./autosave.ts";
import { useBuilder, useProblems } from "./builder.ts";
import { addGroupBesideSelection } from "./canvas-keys.ts";
import { computeCoveredWidth, createFitViewOptions } from "./canvas-view.tsx";
import { useEditor, useEditorState } from "./editor.ts";
import type { PaneName } from "./editor-state.ts";
import { moveGroups } from "./edits.ts";
import { computeLayout } from "./layout.ts";
import { StoryPublicationControls } from "./story-actions.tsx";
import styles from "./toolbar.module.css";

const iconProps = { size: 20, stroke: 1.6, "aria-hidden": true } as const;

/** The toolbar of the story builder: tools of the canvas, and actions on the whole story. */
export function StoryToolbar({ autosave }: { autosave: StoryAutosave }) {
  const { t } = useTranslation("stories");
  const { canEdit } = useBuilder();
  return (
    <div className={styles.bar} role="toolbar" aria-label={t("tools")}>
      {canEdit && <CanvasToolButtons />}
      <PaneButtons />
      <div className={styles.story}>
        <SaveStateNote autosave={autosave} />
        <StoryPublicationControls autosave={autosave} />
      </div>
    </div>
  );
}

function CanvasToolButtons() {
  const { t } = useTranslation("stories");
  const editor = useEditor();
  const { fitView } = useReactFlow();
  const canUndo = useEditorState(({ undoStates }) => undoStates.length > 0);
  const canRedo = useEditorState(({ redoStates }) => redoStates.length > 0);
  const layoutMutation = useMutation({
    mutationFn: () => computeLayout(editor.get().flow),
    onSuccess(positions) {
      editor.edit((flow) => moveGroups(flow, positions));
      requestAnimationFrame(() => void fitView(createFitViewOptions(computeCoveredWidth(editor.get()))));
    },
  });
  return (
    <div className={styles.group}>
      <IconButton label={t("undo")} disabled={!canUndo} onClick={editor.undo} tooltipSide="bottom">
        <IconArrowBackUp {...iconProps} />
      </IconButton>
      <IconButton label={t("redo")} disabled={!canRedo} onClick={editor.redo} tooltipSide="bottom">
        <IconArrowForwardUp {...iconProps} />
      </IconButton>
      <IconButton label={t("addGroup")} onClick={() => addGroupBesideSelection(editor)} tooltipSide="bottom">
        <IconPlus {...iconProps} />
      </IconButton>
      <IconButton
        label={t("arrange")}
        loading={layoutMutation.isPending}
        onClick={() => layoutMutation.mutate()}
        tooltipSide="bottom"
      >
        <IconLayoutDistributeHorizontal {...iconProps} />
      </IconButton>
    </div>
  );
}

function PaneButtons() {
  const { t } = useTranslation("stories");
  const { languages } = useBuilder();
  const count = useProblems(({ list }) => list.length);
  return (
    <div className={styles.group}>
      <PaneButton pane="search" label={t("searchBlocks")}>
        <IconSearch {...iconProps} />
      </PaneButton>
      <PaneButton pane="variables" label={t("pane_variables")}>
        <IconVariable {...iconProps} />
      </PaneButton>
      <PaneButton pane="history" label={t("pane_history")}>
        <IconHistory {...iconProps} />
      </PaneButton>
      {languages.length > 1 && (
        <PaneButton pane="translations" label={t("pane_translations")}>
          <IconLanguage {...iconProps} />
        </PaneButton>
      )}
      <PaneButton pane="keys" label={t("pane_keys")} className={styles.wide}>
        <IconKeyboard {...iconProps} />
      </PaneButton>
      <span className={styles.counted}>
        <PaneButton pane="problems" label={t("pane_problems")}>
          <IconAlertTriangle {...iconProps} />
        </PaneButton>
        <span className={styles.count}>
          <CountBadge value={count} label={t("problemCount", { count })} />
        </span>
      </span>
      <PaneButton pane="preview" label={t("pane_preview")}>
        <IconPlayerPlay {...iconProps} />
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

/** Says whether the draft of the story is saved. */
function SaveStateNote({ autosave }: { autosave: StoryAutosave }) {
  const { t } = useTranslation(["stories", "common"]);
  const { canEdit } = useBuilder();
  const state = useStoreValue(autosave.state);
  const formatError = useErrorText();
  if (!canEdit) return <span className={styles.note}>{t("readOnly")}</span>;
  if (state.kind === "failed")
    return (
      <span className={styles.failed} role="alert">
        {t("saveFailed")} {formatError(state.error)}
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
