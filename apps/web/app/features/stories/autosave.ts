import { type BotFlow, changeBotFlow, getBotFlow } from "@kakehashi/contract/bot-flows";
import { isSameJson } from "@kakehashi/contract/flows/same-json";
import { call } from "../../kit/api.ts";
import { ApiError } from "../../kit/api-error.ts";
import { createValueStore } from "../../kit/store.ts";
import type { StoryEditor } from "./editor.ts";

export type SaveState =
  | { readonly kind: "saved" | "unsaved" | "saving" }
  | { readonly kind: "failed"; readonly error: unknown };

/** A story's draft is saved when it has not changed for this many milliseconds. */
const saveAfterQuietMs = 800;
/**
 * After a temporary failure, such as a lost connection or a busy server, the save is repeated after this many
 * milliseconds.
 */
const saveRetryMs = 5_000;

interface AutosaveOptions {
  readonly editor: StoryEditor;
  readonly botId: string;
  readonly story: BotFlow;
  /** Called with the story in the server's response. */
  readonly onResponse: (story: BotFlow) => void;
  /**
   * Called after a save has overwritten other people's changes that this page had not loaded. `blockIds` are the
   * overwritten blocks.
   */
  readonly onBlocksOverwritten: (blockIds: readonly string[]) => void;
  /**
   * Called if blocks that were deleted on this page are in the story again, because somebody else has changed them in
   * the meantime.
   */
  readonly onBlocksReturned: (blockIds: readonly string[]) => void;
}

export type StoryAutosave = ReturnType<typeof createStoryAutosave>;

const isTemporaryError = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
const isConflictError = (error: unknown) => error instanceof ApiError && error.code === "BOT.EDITED";

const blockIdsOf = ({ groups }: BotFlow["draft"]) =>
  new Set(groups.flatMap(({ blocks }) => blocks.map(({ id }) => id)));

/** Saves the draft of a story automatically, and merges what other people have saved in the meantime. */
export function createStoryAutosave({
  editor,
  botId,
  story,
  onResponse,
  onBlocksOverwritten,
  onBlocksReturned,
}: AutosaveOptions) {
  const params = { id: botId, fid: story.id };
  const state = createValueStore<SaveState>({ kind: "saved" });
  /** The newest draft of the story that the server has sent or accepted. */
  let baseFlow = story.draft;
  let { revision } = story;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let runningTask: Promise<void> = Promise.resolve();

  /** The ids of the blocks that were deleted on this page. */
  const deletedBlockIds = new Set<string>();

  const hasUnsavedChanges = () => editor.get().flow !== baseFlow;

  function planSave(delayMs: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void saveNow(), delayMs);
  }

  /**
   * Applies the response to a save of the draft `sentDraft`. If the response contains another draft, somebody else's
   * changes were merged into it.
   */
  function applySaveResponse(sentDraft: BotFlow["draft"], response: BotFlow): void {
    if (isSameJson(response.draft, sentDraft)) baseFlow = sentDraft;
    else {
      // Set `baseFlow` before merging. Otherwise the merged changes would count as unsaved.
      baseFlow = response.draft;
      editor.mergeChange(sentDraft, response.draft);
    }
    revision = response.revision;
    onResponse(response);
    const returnedBlockIds = [...blockIdsOf(response.draft)].filter((id) => deletedBlockIds.delete(id));
    if (returnedBlockIds.length > 0) onBlocksReturned(returnedBlockIds);
  }

  /**
   * Updates the set of deleted blocks: adds blocks that are missing in this draft, and removes blocks that an undo has
   * restored.
   */
  function trackDeletedBlocks(draft: BotFlow["draft"]): void {
    const remainingIds = blockIdsOf(draft);
    for (const id of blockIdsOf(baseFlow)) if (!remainingIds.has(id)) deletedBlockIds.add(id);
    for (const id of remainingIds) deletedBlockIds.delete(id);
  }

  async function saveDraft(draft: BotFlow["draft"]): Promise<void> {
    const sendDraft = (body: { revision: number; draft: typeof draft; base?: typeof draft }) =>
      call(changeBotFlow, { params, body });
    const { data } = await sendDraft({ revision, draft }).catch((error: unknown) => {
      if (isConflictError(error)) return sendDraft({ revision, draft, base: baseFlow });
      throw error;
    });
    const { overwritten, ...response } = data;
    applySaveResponse(draft, response);
    if (overwritten.length > 0) onBlocksOverwritten(overwritten);
  }

  async function saveAllChanges(): Promise<void> {
    if (!hasUnsavedChanges()) return;
    state.set({ kind: "saving" });
    const draft = editor.get().flow;
    trackDeletedBlocks(draft);
    try {
      await saveDraft(draft);
      state.set({ kind: hasUnsavedChanges() ? "unsaved" : "saved" });
      if (hasUnsavedChanges()) planSave(saveAfterQuietMs);
    } catch (error) {
      state.set({ kind: "failed", error });
      if (isTemporaryError(error)) planSave(saveRetryMs);
      // The server has refused the draft, but the person has changed it since, perhaps to correct the error. So save it
      // again.
      else if (editor.get().flow !== draft) planSave(saveAfterQuietMs);
    }
  }

  async function mergeServerDraft(): Promise<void> {
    const { data } = await call(getBotFlow, { params });
    if (data.revision > revision) applySaveResponse(baseFlow, data);
    else onResponse(data);
    if (hasUnsavedChanges()) planSave(saveAfterQuietMs);
  }

  /** Runs the tasks one after the other, because each save needs the revision that the previous save returned. */
  function runAfterPreviousTask(task: () => Promise<void>): Promise<void> {
    runningTask = runningTask.then(task);
    return runningTask;
  }

  /** Saves all changes of the story now. Resolves with the saved revision. Resolves with null if the save failed. */
  async function saveNow(): Promise<number | null> {
    clearTimeout(timer);
    await runAfterPreviousTask(saveAllChanges);
    return state.get().kind === "failed" ? null : revision;
  }

  return {
    state,
    flush: saveNow,
    /**
     * Call this function when somebody else has changed the story. It fetches the story and merges the change. A failed
     * fetch is ignored, because the next save merges the change as well.
     */
    pull: () => runAfterPreviousTask(() => mergeServerDraft().catch(() => undefined)),
    /**
     * Saves the story's draft after each change. The returned function saves one last time and then stops the automatic
     * saving.
     */
    start(): () => void {
      let shownFlow = editor.get().flow;
      const stopListening = editor.subscribe(() => {
        const { flow } = editor.get();
        if (flow === shownFlow) return;
        shownFlow = flow;
        if (!hasUnsavedChanges() || state.get().kind === "saving") return;
        if (state.get().kind !== "unsaved") state.set({ kind: "unsaved" });
        planSave(saveAfterQuietMs);
      });
      const onOnline = () => void saveNow();
      /**
       * When the tab is closed with unsaved changes, save at once, and let the browser ask whether to close. If the
       * reader only opens another page of the workspace, the tab stays open and a running save can finish.
       */
      const onClose = (event: BeforeUnloadEvent) => {
        if (!hasUnsavedChanges()) return;
        event.preventDefault();
        void saveNow();
      };
      addEventListener("online", onOnline);
      addEventListener("beforeunload", onClose);
      return () => {
        stopListening();
        removeEventListener("online", onOnline);
        removeEventListener("beforeunload", onClose);
        void saveNow();
      };
    },
  };
}
