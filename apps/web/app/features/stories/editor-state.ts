import type { Flow } from "@kakehashi/contract/flows/flow";
import type { Language } from "@kakehashi/contract/languages";

export type PaneName =
  | "add"
  | "block"
  | "problems"
  | "preview"
  | "history"
  | "variables"
  | "search"
  | "keys"
  | "translations";

/**
 * Which field in a block's pane gets the focus: `first` is the first field, `next` the select of the next group, and
 * `wrong` a field with a problem.
 */
export type FieldToFocus = "first" | "next" | "wrong";

/** The selection on the canvas: a group or, if `blockId` is set, one block of this group. */
export interface SelectedGroupOrBlock {
  readonly groupId: string;
  readonly blockId: string | null;
}

/**
 * A state of the story to which undo or redo can return. The first `includedOthersChangeCount` entries of the editor's
 * `mergedChanges` are already part of this state.
 */
export interface UndoState {
  readonly flow: Flow;
  readonly includedOthersChangeCount: number;
}

/** The state of a story that is being edited. */
export interface EditorState {
  readonly flow: Flow;
  readonly undoStates: readonly UndoState[];
  readonly redoStates: readonly UndoState[];
  /**
   * Changes of other people that were merged into the story. Each leads from the story `base` to the story `theirs`.
   * When undo restores an older state, the later changes are merged into it again, so that they are not lost.
   */
  readonly mergedChanges: readonly { readonly base: Flow; readonly theirs: Flow }[];
  /** The name of the last change. A following change with the same name belongs to the same undo step. */
  readonly lastChangeName: string | null;
  readonly selection: SelectedGroupOrBlock | null;
  /** How often somebody has requested to scroll the selected block or group into view. */
  readonly scrollRequestCount: number;
  /** How often somebody has requested to focus the selected block or group. */
  readonly selectionFocusRequestCount: number;
  readonly pane: PaneName | null;
  /**
   * The last request to focus a field in the pane. `count` is the number of requests so far. For the field `wrong`,
   * `path` is the path of the field with the problem.
   */
  readonly fieldFocusRequest: {
    readonly field: FieldToFocus;
    readonly path: string | null;
    readonly count: number;
  };
  /**
   * The ids of the groups and blocks whose fields show errors. When somebody tries to publish the story, or clicks an
   * entry in the list of problems, all present ids are put into this set. So groups and blocks that are added later
   * show no errors at first.
   */
  readonly partIdsShowingErrors: ReadonlySet<string>;
  /** The language of the story's texts that are shown and edited. */
  readonly language: Language;
}
