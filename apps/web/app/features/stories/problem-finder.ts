import type { Flow } from "@kakehashi/contract/flows/flow";
import { same } from "@kakehashi/contract/flows/merge";
import type { FlowProblem } from "@kakehashi/contract/flows/validate";
import { createStore } from "../../kit/store.ts";
import type { Editor } from "./editor.ts";

/** Milliseconds without a change after which the whole story is looked through: not between two letters. */
const quietMs = 200;

export interface Problems {
  readonly list: readonly FlowProblem[];
  /** By group: the ids of its blocks with a problem, and `!` for one of its own, in one text. */
  readonly marks: ReadonlyMap<string, string>;
}

function withMarks(list: readonly FlowProblem[]): Problems {
  const ids = new Map<string, Set<string>>();
  for (const { group_id, block_id } of list)
    ids.set(group_id, (ids.get(group_id) ?? new Set()).add(block_id ?? "!"));
  return { list, marks: new Map([...ids].map(([id, blocks]) => [id, [...blocks].join(" ")])) };
}

export type ProblemFinder = ReturnType<typeof createProblemFinder>;

/** What keeps the story of an editor from being published. While somebody draws, it comes a little later. */
export function createProblemFinder(editor: Editor, find: (flow: Flow) => readonly FlowProblem[]) {
  let foundIn = editor.get().flow;
  const store = createStore(withMarks(find(foundIn)));

  /** Those of the story as it is now. */
  function findNow(): readonly FlowProblem[] {
    const { flow } = editor.get();
    if (flow !== foundIn) {
      foundIn = flow;
      const list = find(flow);
      // The same problems are not drawn again.
      if (!same(list, store.get().list)) store.set(withMarks(list));
    }
    return store.get().list;
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    findNow,
    /** Follows the editor until the returned function is called. */
    start(): () => void {
      let timer: ReturnType<typeof setTimeout> | undefined;
      let seen = foundIn;
      function follow(): void {
        const { flow } = editor.get();
        if (flow === seen) return;
        seen = flow;
        clearTimeout(timer);
        timer = setTimeout(findNow, quietMs);
      }
      const stop = editor.subscribe(follow);
      follow();
      return () => {
        stop();
        clearTimeout(timer);
      };
    },
  };
}
