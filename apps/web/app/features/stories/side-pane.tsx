import { type ComponentType, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useLayer } from "../../kit/layers.ts";
import { Pane } from "../../kit/ui/pane.tsx";
import { createLazyPart } from "../../kit/ui/part.tsx";
import { SkeletonRows } from "../../kit/ui/skeleton.tsx";
import { useAfterPaint } from "../../kit/use-after-paint.ts";
import { AddPane } from "./add-pane.tsx";
import { BlockPane } from "./block-pane.tsx";
import { type PaneName, useEditor, useEditorState, useIsFieldRequested } from "./editor.ts";
import { findBlock } from "./edits.ts";
import { HistoryPane } from "./history-pane.tsx";
import { KeysPane } from "./keys-pane.tsx";
import { ProblemsPane } from "./problems-pane.tsx";
import { SearchPane } from "./search-pane.tsx";
import styles from "./story-builder.module.css";
import { TranslationsPane } from "./translations-pane.tsx";
import { VariablesPane } from "./variables-pane.tsx";

// The preview is loaded when it opens, because it brings the large code of the runner.
const PreviewPane = createLazyPart<object>(async () => (await import("./preview-pane.tsx")).PreviewPane);

const contents: Readonly<Record<PaneName, ComponentType>> = {
  add: AddPane,
  block: BlockPane,
  problems: ProblemsPane,
  preview: PreviewPane,
  history: HistoryPane,
  variables: VariablesPane,
  search: SearchPane,
  keys: KeysPane,
  translations: TranslationsPane,
};

/** The open pane beside the canvas. On a small screen it lies over the lower part of the canvas. */
export function SidePane() {
  const { t } = useTranslation("common");
  const editor = useEditor();
  const pane = useOpenPane();
  const title = usePaneTitle();
  const close = () => {
    const { selection } = editor.get();
    editor.openPane(null);
    // Give the focus back to the selected part.
    if (selection) editor.select(selection, { focus: true });
  };
  useLayer(pane !== null, close);
  if (!pane) return null;
  const Content = contents[pane];
  return (
    <div className={styles.pane}>
      <Pane title={title(pane)} close={close} id="story-pane">
        <Suspense fallback={<SkeletonRows count={4} label={t("loading")} />}>
          <Content />
        </Suspense>
      </Pane>
    </div>
  );
}

/** Returns the open pane. When a part is selected, the canvas shows that first, and its pane opens after that frame. */
function useOpenPane(): PaneName | null {
  const pane = useEditorState((state) => state.pane);
  const isFieldRequested = useIsFieldRequested();
  return useAfterPaint(pane, pane !== "block" || isFieldRequested);
}

/** Returns the title of a pane. The pane of a block has the name of the block's kind. */
function usePaneTitle(): (name: PaneName) => string {
  const { t } = useTranslation("stories");
  const selected = useEditorState(({ selection, flow }) =>
    selection?.blockId ? findBlock(flow, selection.blockId)?.block.type : undefined,
  );
  // The title waits until the canvas is painted, because the fields of the pane wait too, and both must change
  // together.
  const kind = useAfterPaint(selected, useIsFieldRequested());
  return (name) => {
    if (name === "block") return t(kind ? `type_${kind}` : "group");
    return t(`pane_${name}`);
  };
}
