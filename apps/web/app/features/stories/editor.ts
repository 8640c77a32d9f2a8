import type { Flow } from "@kakehashi/contract/flows/flow";
import { mergeFlows } from "@kakehashi/contract/flows/merge";
import { isSameJson } from "@kakehashi/contract/flows/same-json";
import type { Language } from "@kakehashi/contract/languages";
import { createContext, use, useSyncExternalStore } from "react";
import { createValueStore, type ValueStore } from "../../kit/store.ts";
import { memoizeStoryDrawing, type StoryDrawing } from "./drawing.ts";
import type { EditorState, FieldToFocus, PaneName, SelectedGroupOrBlock, UndoState } from "./editor-state.ts";

interface SelectOptions {
  readonly pane?: PaneName | null;
  /** Whether to scroll the selected block or group into view. */
  readonly scrollIntoView?: boolean;
  /** Whether to focus the selected block or group, and to scroll it into view. */
  readonly focus?: boolean;
}

/**
 * Merges two versions of a story that both began as `baseFlow`: this page's `ownFlow` and somebody else's `theirFlow`.
 * If the result equals `theirFlow`, returns the object `theirFlow` itself. The caller then knows that nothing must be
 * saved.
 */
function mergeFlowChanges(baseFlow: Flow, ownFlow: Flow, theirFlow: Flow): Flow {
  const { flow } = mergeFlows(baseFlow, ownFlow, theirFlow);
  return isSameJson(flow, theirFlow) ? theirFlow : flow;
}

export type StoryEditor = ReturnType<typeof createStoryEditor>;

/**
 * Creates the state of a story that is being edited: the flow, its steps for undo and redo, the selection and the
 * open pane.
 */
export function createStoryEditor(flow: Flow, language: Language) {
  const editorStore = createValueStore<EditorState>({
    flow,
    undoStates: [],
    redoStates: [],
    mergedChanges: [],
    lastChangeName: null,
    selection: null,
    scrollRequestCount: 0,
    selectionFocusRequestCount: 0,
    pane: null,
    fieldFocusRequest: { field: "first", path: null, count: 0 },
    partIdsShowingErrors: new Set(),
    language,
  });
  const { get, set } = editorStore;

  const undoStepOf = ({ flow, mergedChanges }: EditorState): UndoState => ({
    flow,
    includedOthersChangeCount: mergedChanges.length,
  });
  const flowOf = ({ flow, includedOthersChangeCount }: UndoState): Flow =>
    get()
      .mergedChanges.slice(includedOthersChangeCount)
      .reduce((ownFlow, { base, theirs }) => mergeFlowChanges(base, ownFlow, theirs), flow);

  /**
   * Shows a new version of the story. If the selected block is gone, selects its group. If the group is gone as well,
   * clears the selection.
   */
  function showFlow(flow: Flow, change: Partial<EditorState>): void {
    const state = { ...get(), ...change, flow };
    const { selection } = state;
    const group = flow.groups.find(({ id }) => id === selection?.groupId);
    const hasBlock = group?.blocks.some(({ id }) => id === selection?.blockId);
    const isSelectionInFlow = group && (selection?.blockId === null || hasBlock);
    set({
      ...state,
      selection: isSelectionInFlow ? selection : group ? { groupId: group.id, blockId: null } : null,
    });
  }

  const drawingOf = memoizeStoryDrawing();

  return {
    ...editorStore,
    drawing: () => drawingOf(get().flow),
    /** The number of the last handled request to focus the selection. So each request moves the focus only once. */
    followedRequest: { count: 0 },
    /** The number of the last handled `fieldFocusRequest`. So each request moves the focus only once. */
    followedField: { count: 0 },
    /**
     * Changes the story and adds an undo step. Consecutive changes with the same `changeName` share an undo step, so
     * that undo does not go back letter by letter.
     */
    edit(change: (flow: Flow) => Flow, changeName: string | null = null): void {
      const state = get();
      const flow = change(state.flow);
      if (flow === state.flow) return;
      const isSameChange = changeName !== null && changeName === state.lastChangeName;
      const undoSteps = isSameChange ? state.undoStates : [...state.undoStates, undoStepOf(state)];
      showFlow(flow, { undoStates: undoSteps, redoStates: [], lastChangeName: changeName });
    },
    undo(): void {
      const state = get();
      const undoStep = state.undoStates.at(-1);
      if (!undoStep) return;
      showFlow(flowOf(undoStep), {
        undoStates: state.undoStates.slice(0, -1),
        redoStates: [undoStepOf(state), ...state.redoStates],
        lastChangeName: null,
      });
    },
    redo(): void {
      const state = get();
      const [redoStep, ...redoSteps] = state.redoStates;
      if (!redoStep) return;
      showFlow(flowOf(redoStep), {
        undoStates: [...state.undoStates, undoStepOf(state)],
        redoStates: redoSteps,
        lastChangeName: null,
      });
    },
    /**
     * Merges the change of another person from the story `baseFlow` to `theirFlow`. Undo does not revert this change.
     */
    mergeChange(baseFlow: Flow, theirFlow: Flow): void {
      const state = get();
      showFlow(mergeFlowChanges(baseFlow, state.flow, theirFlow), {
        mergedChanges: [...state.mergedChanges, { base: baseFlow, theirs: theirFlow }],
        lastChangeName: null,
      });
    },
    select(
      selection: SelectedGroupOrBlock | null,
      { pane, focus = false, scrollIntoView = focus }: SelectOptions = {},
    ): void {
      const state = get();
      set({
        ...state,
        selection,
        lastChangeName: null,
        pane: pane === undefined ? state.pane : pane,
        scrollRequestCount: scrollIntoView ? state.scrollRequestCount + 1 : state.scrollRequestCount,
        selectionFocusRequestCount: focus
          ? state.selectionFocusRequestCount + 1
          : state.selectionFocusRequestCount,
      });
    },
    openPane: (pane: PaneName | null): void => set({ ...get(), pane }),
    /** Opens the pane of the selected block or group and focuses a field in the pane. */
    openField(field: FieldToFocus, path: string | null = null): void {
      const state = get();
      if (!state.selection) return;
      set({
        ...state,
        pane: "block",
        fieldFocusRequest: { field, path, count: state.fieldFocusRequest.count + 1 },
      });
    },
    showErrors(): void {
      const { groups } = get().flow;
      const ids = groups.flatMap(({ id, blocks }) => [id, ...blocks.map((block) => block.id)]);
      set({ ...get(), partIdsShowingErrors: new Set(ids) });
    },
    setLanguage: (language: Language): void => set({ ...get(), language }),
  };
}

const EditorContext = createContext<StoryEditor | null>(null);
export const EditorProvider = EditorContext.Provider;

export function useEditor(): StoryEditor {
  const editor = use(EditorContext);
  if (!editor) throw new Error("There is no editor around this");
  return editor;
}

/** Returns a part of a store's value. Only a change of this part re-renders the component. */
export function useStoreSelector<S, T>(
  { get, subscribe }: Omit<ValueStore<S>, "set">,
  select: (state: S) => T,
): T {
  const readSelectedPart = () => select(get());
  return useSyncExternalStore(subscribe, readSelectedPart, readSelectedPart);
}

/**
 * Returns a part of the editor's state. As long as that part is unchanged, `select` must return the same object,
 * because a new object would re-render the component.
 */
export const useEditorState = <T>(select: (state: EditorState) => T): T =>
  useStoreSelector(useEditor(), select);

/** Returns a part of what the canvas draws of the story. */
export function useStoryDrawing<T>(select: (drawing: StoryDrawing) => T): T {
  const editor = useEditor();
  return useStoreSelector(editor, () => select(editor.drawing()));
}

/**
 * Whether a field in the block's pane must get the focus now. The pane must then be rendered synchronously, because the
 * next typed letters would otherwise go to the canvas.
 */
export function useIsFieldFocusRequested(): boolean {
  const { followedField } = useEditor();
  return useEditorState(({ fieldFocusRequest: fieldRequest }) => fieldRequest.count) !== followedField.count;
}
