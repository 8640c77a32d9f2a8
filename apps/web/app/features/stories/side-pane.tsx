import { type ComponentType, Suspense } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { useLayer } from "../../kit/layers.ts";
import { Pane } from "../../kit/ui/pane.tsx";
import { createLazyComponent } from "../../kit/ui/part.tsx";
import { SkeletonRows } from "../../kit/ui/skeleton.tsx";
import { useAfterPaint } from "../../kit/use-after-paint.ts";
import { AddBlockPane } from "./add-pane.tsx";
import { BlockPane } from "./block-pane.tsx";
import { useEditor, useEditorState, useIsFieldFocusRequested } from "./editor.ts";
import type { PaneName } from "./editor-state.ts";
import { findBlock } from "./edits.ts";
import { HistoryPane } from "./history-pane.tsx";
import { KeysPane } from "./keys-pane.tsx";
import { ProblemsPane } from "./problems-pane.tsx";
import { SearchPane } from "./search-pane.tsx";
import styles from "./story-builder.module.css";
import { TranslationsPane } from "./translations-pane.tsx";
import { VariablesPane } from "./variables-pane.tsx";

// Load the preview on demand, because it needs the large code of the story runner.
const PreviewPane = createLazyComponent<object>(async () => (await import("./preview-pane.tsx")).PreviewPane);

const contentByPane: Readonly<Record<PaneName, ComponentType>> = {
  add: AddBlockPane,
  block: BlockPane,
  problems: ProblemsPane,
  preview: PreviewPane,
  history: HistoryPane,
  variables: VariablesPane,
  search: SearchPane,
  keys: KeysPane,
  translations: TranslationsPane,
};

/** The open pane beside the canvas. On a small screen, the pane covers the lower part of the canvas. */
export function SidePane() {
  const { t } = useTranslation("common");
  const editor = useEditor();
  const pane = useOpenPane();
  const title = usePaneTitle();
  const closePane = () => {
    const { selection } = editor.get();
    editor.openPane(null);
    // After the pane was closed, focus the selected block or group again.
    if (selection) editor.select(selection, { focus: true });
  };
  useLayer(pane !== null, closePane);
  if (!pane) return null;
  const Content = contentByPane[pane];
  return (
    <div className={styles.pane}>
      <Pane title={title(pane)} close={closePane} id="story-pane">
        <Suspense fallback={<SkeletonRows count={4} label={t("loading")} />}>
          <Content />
        </Suspense>
      </Pane>
    </div>
  );
}

/**
 * Returns the name of the open pane. After a block or group was selected, the canvas is drawn first and the pane opens
 * in the next frame.
 */
function useOpenPane(): PaneName | null {
  const pane = useEditorState((state) => state.pane);
  const isFieldRequested = useIsFieldFocusRequested();
  return useAfterPaint(pane, pane !== "block" || isFieldRequested);
}

/** Returns a function that names a pane. The pane of a block has the name of the block's kind. */
function usePaneTitle(): (name: PaneName) => string {
  const { t } = useTranslation("stories");
  const selected = useEditorState(({ selection, flow }) =>
    selection?.blockId ? findBlock(flow, selection.blockId)?.block.type : undefined,
  );
  // Change the title after the canvas was painted, at the same time as the pane's fields.
  const kind = useAfterPaint(selected, useIsFieldFocusRequested());
  return (name) => {
    if (name === "block") return t(kind ? `type_${kind}` : "group");
    return t(`pane_${name}`);
  };
}
