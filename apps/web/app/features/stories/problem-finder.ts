import type { Flow } from "@kakehashi/contract/flows/flow";
import { isSameJson } from "@kakehashi/contract/flows/same-json";
import type { FlowProblem } from "@kakehashi/contract/flows/validate";
import { createValueStore } from "../../kit/store.ts";
import type { StoryEditor } from "./editor.ts";

/**
 * The story is checked when it has not changed for this many milliseconds. A check of a large story takes longer than a
 * frame, so it must not run between two key presses.
 */
const checkAfterQuietMs = 500;

export interface StoryProblems {
  readonly list: readonly FlowProblem[];
  /**
   * The blocks with problems in each group, by the group's id. The ids of the blocks are joined by spaces. `!` among
   * them means that the group itself has a problem.
   */
  readonly problemBlockIdsByGroup: ReadonlyMap<string, string>;
}

function toStoryProblems(list: readonly FlowProblem[]): StoryProblems {
  const ids = new Map<string, Set<string>>();
  for (const { group_id, block_id } of list)
    ids.set(group_id, (ids.get(group_id) ?? new Set()).add(block_id ?? "!"));
  return {
    list,
    problemBlockIdsByGroup: new Map([...ids].map(([id, blocks]) => [id, [...blocks].join(" ")])),
  };
}

export type ProblemFinder = ReturnType<typeof createProblemFinder>;

/** Finds the problems that keep a story from being published. Checks the story 0.5 s after the last change. */
export function createProblemFinder(
  editor: StoryEditor,
  findProblems: (flow: Flow) => readonly FlowProblem[],
) {
  let checkedFlow = editor.get().flow;
  const problemStore = createValueStore(toStoryProblems(findProblems(checkedFlow)));

  /** Checks the present story at once and returns the problems. */
  function checkNow(): readonly FlowProblem[] {
    const { flow } = editor.get();
    if (flow !== checkedFlow) {
      checkedFlow = flow;
      const list = findProblems(flow);
      // Keep the old list of problems if the new list is equal, so that React re-renders nothing.
      if (!isSameJson(list, problemStore.get().list)) problemStore.set(toStoryProblems(list));
    }
    return problemStore.get().list;
  }

  return {
    get: problemStore.get,
    subscribe: problemStore.subscribe,
    findNow: checkNow,
    /** Checks the story after each change in the editor. Stops when the returned function is called. */
    start(): () => void {
      let timer: ReturnType<typeof setTimeout> | undefined;
      let lastSeenFlow = checkedFlow;
      function planCheck(): void {
        const { flow } = editor.get();
        if (flow === lastSeenFlow) return;
        lastSeenFlow = flow;
        clearTimeout(timer);
        timer = setTimeout(checkNow, checkAfterQuietMs);
      }
      const stopListening = editor.subscribe(planCheck);
      planCheck();
      return () => {
        stopListening();
        clearTimeout(timer);
      };
    },
  };
}
