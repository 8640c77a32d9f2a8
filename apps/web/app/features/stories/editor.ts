import type { Flow } from "@kakehashi/contract/flows/flow";
import { mergeFlows, same } from "@kakehashi/contract/flows/merge";
import type { Language } from "@kakehashi/contract/languages";
import { createContext, use, useSyncExternalStore } from "react";
import { createStore, type Store } from "../../kit/store.ts";
import { createDrawing, type Drawing } from "./drawing.ts";

export type PaneName = "add" | "block" | "problems" | "preview" | "history" | "variables" | "search" | "keys";

/** The first field of a pane, or where it is chosen which group comes next. */
export type FieldName = "first" | "next";

/** A group, or a block in it. */
export interface Selection {
  readonly groupId: string;
  readonly blockId: string | null;
}

/** A state that undo or redo leads to. `joined`: how often somebody else's changes had been joined by then. */
interface Step {
  readonly flow: Flow;
  readonly joined: number;
}

export interface EditorState {
  readonly flow: Flow;
  readonly past: readonly Step[];
  readonly future: readonly Step[];
  /** What somebody else changed meanwhile, from what to what. Older steps get it too, so undo takes nobody's work away. */
  readonly joins: readonly { readonly base: Flow; readonly theirs: Flow }[];
  /** What the last change was about. The next change of the same thing is one step with it. */
  readonly lastChange: string | null;
  readonly selection: Selection | null;
  /** Count how often the selection was asked to be brought into sight, and to get the keyboard's focus. */
  readonly showRequest: number;
  readonly focusRequest: number;
  readonly pane: PaneName | null;
  /** Which field of the pane was asked to be focused, and how often that was asked. */
  readonly fieldRequest: { readonly field: FieldName; readonly count: number };
  /** Whether fields say what is wrong with them: once somebody has asked. A block that is new is no mistake yet. */
  readonly showsErrors: boolean;
  /** The language whose texts are shown and edited. */
  readonly language: Language;
}

interface SelectOptions {
  readonly pane?: PaneName | null;
  /** Whether the canvas brings it into sight. */
  readonly show?: boolean;
  /** Whether it does so and gives it the keyboard's focus. */
  readonly focus?: boolean;
}

/** The same object as `theirs` where nothing of one's own is left to save. */
function joinedFlow(base: Flow, mine: Flow, theirs: Flow): Flow {
  const { flow } = mergeFlows(base, mine, theirs);
  return same(flow, theirs) ? theirs : flow;
}

export type Editor = ReturnType<typeof createEditor>;

/** A story that is being edited: its steps, for undo and redo without end, and what is open. */
export function createEditor(flow: Flow, language: Language) {
  const store = createStore<EditorState>({
    flow,
    past: [],
    future: [],
    joins: [],
    lastChange: null,
    selection: null,
    showRequest: 0,
    focusRequest: 0,
    pane: null,
    fieldRequest: { field: "first", count: 0 },
    showsErrors: false,
    language,
  });
  const { get, set } = store;

  const stepOf = ({ flow, joins }: EditorState): Step => ({ flow, joined: joins.length });
  const flowOf = ({ flow, joined }: Step): Flow =>
    get()
      .joins.slice(joined)
      .reduce((mine, { base, theirs }) => joinedFlow(base, mine, theirs), flow);

  /** Shows a flow. A selection whose block or group is gone goes too. */
  function show(flow: Flow, change: Partial<EditorState>): void {
    const state = { ...get(), ...change, flow };
    const { selection } = state;
    const group = flow.groups.find(({ id }) => id === selection?.groupId);
    const hasBlock = group?.blocks.some(({ id }) => id === selection?.blockId);
    const isThere = group && (selection?.blockId === null || hasBlock);
    set({ ...state, selection: isThere ? selection : group ? { groupId: group.id, blockId: null } : null });
  }

  const drawingOf = createDrawing();

  return {
    ...store,
    /** What the canvas draws of the story now. */
    drawing: () => drawingOf(get().flow),
    /** The last request for the focus that an element has followed: each is followed once. */
    followedRequest: { count: 0 },
    /** The same for the fields of a pane. */
    followedField: { count: 0 },
    /** Makes a step. `about` joins it to the step before, if that was about the same: a word is undone as one. */
    edit(change: (flow: Flow) => Flow, about: string | null = null): void {
      const state = get();
      const flow = change(state.flow);
      if (flow === state.flow) return;
      const isSame = about !== null && about === state.lastChange;
      const past = isSame ? state.past : [...state.past, stepOf(state)];
      show(flow, { past, future: [], lastChange: about });
    },
    undo(): void {
      const state = get();
      const step = state.past.at(-1);
      if (!step) return;
      show(flowOf(step), {
        past: state.past.slice(0, -1),
        future: [stepOf(state), ...state.future],
        lastChange: null,
      });
    },
    redo(): void {
      const state = get();
      const [step, ...future] = state.future;
      if (!step) return;
      show(flowOf(step), { past: [...state.past, stepOf(state)], future, lastChange: null });
    },
    /** Joins what somebody else has changed from `base` with what is shown. It is no step of its own. */
    join(base: Flow, theirs: Flow): void {
      const state = get();
      show(joinedFlow(base, state.flow, theirs), {
        joins: [...state.joins, { base, theirs }],
        lastChange: null,
      });
    },
    select(selection: Selection | null, { pane, focus = false, show = focus }: SelectOptions = {}): void {
      const state = get();
      set({
        ...state,
        selection,
        lastChange: null,
        pane: pane === undefined ? state.pane : pane,
        showRequest: show ? state.showRequest + 1 : state.showRequest,
        focusRequest: focus ? state.focusRequest + 1 : state.focusRequest,
      });
    },
    openPane: (pane: PaneName | null): void => set({ ...get(), pane }),
    /** Opens what is selected, with the keyboard's focus in it. */
    openField(field: FieldName): void {
      const state = get();
      if (!state.selection) return;
      set({ ...state, pane: "block", fieldRequest: { field, count: state.fieldRequest.count + 1 } });
    },
    showErrors: (): void => set({ ...get(), showsErrors: true }),
    setLanguage: (language: Language): void => set({ ...get(), language }),
  };
}

const EditorContext = createContext<Editor | null>(null);
export const EditorProvider = EditorContext.Provider;

export function useEditor(): Editor {
  const editor = use(EditorContext);
  if (!editor) throw new Error("There is no editor around this");
  return editor;
}

/** A part of a store's value. The component re-renders when that part changes, and for no other change. */
export function useSelected<S, T>({ get, subscribe }: Omit<Store<S>, "set">, select: (state: S) => T): T {
  const read = () => select(get());
  return useSyncExternalStore(subscribe, read, read);
}

/** A part of the editor's state. `select` must answer the same value while nothing has changed. */
export const useEditorState = <T>(select: (state: EditorState) => T): T => useSelected(useEditor(), select);

/** A part of what the canvas draws. */
export function useDrawing<T>(select: (drawing: Drawing) => T): T {
  const editor = useEditor();
  return useSelected(editor, () => select(editor.drawing()));
}
