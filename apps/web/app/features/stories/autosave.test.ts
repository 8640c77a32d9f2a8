import type { BotFlow } from "@kakehashi/contract/bot-flows";
import type { FlowBlock } from "@kakehashi/contract/flows/blocks";
import { createEmptyFlow, type Flow } from "@kakehashi/contract/flows/flow";
import { mergeFlows } from "@kakehashi/contract/flows/merge";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../kit/api-error.ts";
import { createStoryAutosave } from "./autosave.ts";
import { createStoryEditor } from "./editor.ts";
import { insertBlock, removeBlock, replaceBlock } from "./edits.ts";

/** A fake of the server that stores one draft of a story. */
const fakeServer = vi.hoisted(() => ({ call: vi.fn() }));
vi.mock("../../kit/api.ts", () => ({ call: fakeServer.call }));

interface SentRequest {
  readonly body?: { readonly revision: number; readonly draft: Flow; readonly base?: Flow };
}

const createTextBlock = (id: string): FlowBlock => ({ id, type: "text", text: { en: id } });
const addTextBlock = (flow: Flow, id: string) => insertBlock(flow, "start", createTextBlock(id));
const blockIdsOfFirstGroup = (flow: Flow) => flow.groups[0]?.blocks.map(({ id }) => id);

function openTestStory() {
  const storedFlow = { draft: createEmptyFlow(), revision: 1 };
  const sentBodies: SentRequest["body"][] = [];
  const returnedBlockIds: string[] = [];
  fakeServer.call.mockImplementation(async (_: unknown, { body }: SentRequest) => {
    if (!body) return { data: { id: "f", ...structuredClone(storedFlow) } };
    sentBodies.push(body);
    if (body.revision !== storedFlow.revision && !body.base) throw new ApiError(409, "BOT.EDITED", "");
    const isOutdatedRevision = body.revision !== storedFlow.revision;
    storedFlow.draft =
      isOutdatedRevision && body.base ? mergeFlows(body.base, body.draft, storedFlow.draft).flow : body.draft;
    storedFlow.revision++;
    return { data: { id: "f", ...structuredClone(storedFlow), overwritten: [] } };
  });
  const editor = createStoryEditor(storedFlow.draft, "en");
  const story = { id: "f", ...storedFlow } as BotFlow;
  const autosave = createStoryAutosave({
    editor,
    botId: "b",
    story,
    onResponse: () => undefined,
    onBlocksOverwritten: () => undefined,
    onBlocksReturned: (ids) => returnedBlockIds.push(...ids),
  });
  return {
    returned: returnedBlockIds,
    stored: storedFlow,
    sent: sentBodies,
    editor,
    autosave,
    stop: autosave.start(),
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("addEventListener", vi.fn());
  vi.stubGlobal("removeEventListener", vi.fn());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a draft is saved once the person pauses, and what is left when the page closes", async () => {
  const { stored, sent, editor, autosave, stop } = openTestStory();
  editor.edit((flow) => addTextBlock(flow, "a"));
  editor.edit((flow) => addTextBlock(flow, "b"));
  expect(autosave.state.get().kind).toBe("unsaved");
  await vi.advanceTimersByTimeAsync(1_000);
  expect([sent.length, blockIdsOfFirstGroup(stored.draft), autosave.state.get().kind]).toEqual([
    1,
    ["a", "b"],
    "saved",
  ]);
  editor.edit((flow) => addTextBlock(flow, "c"));
  stop();
  await vi.advanceTimersByTimeAsync(0);
  expect(blockIdsOfFirstGroup(stored.draft)).toEqual(["a", "b", "c"]);
});

test("what somebody else saved meanwhile is joined, shown, and not saved again and again", async () => {
  const { stored, sent, editor, autosave } = openTestStory();
  Object.assign(stored, { draft: addTextBlock(stored.draft, "theirs"), revision: 2 });
  editor.edit((flow) => addTextBlock(flow, "mine"));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(new Set(blockIdsOfFirstGroup(stored.draft))).toEqual(new Set(["theirs", "mine"]));
  expect(blockIdsOfFirstGroup(editor.get().flow)).toEqual(blockIdsOfFirstGroup(stored.draft));
  const count = sent.length;
  await autosave.pull();
  await vi.advanceTimersByTimeAsync(10_000);
  expect([sent.length, autosave.state.get().kind]).toEqual([count, "saved"]);
});

test("a save that the network lost is tried again, and one that was refused says so", async () => {
  const { stored, editor, autosave } = openTestStory();
  fakeServer.call.mockRejectedValueOnce(new ApiError(0, "NETWORK", ""));
  editor.edit((flow) => addTextBlock(flow, "a"));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(autosave.state.get().kind).toBe("failed");
  await vi.advanceTimersByTimeAsync(5_000);
  expect([blockIdsOfFirstGroup(stored.draft), autosave.state.get().kind]).toEqual([["a"], "saved"]);
  fakeServer.call.mockRejectedValueOnce(new ApiError(422, "VALIDATION", "Too large"));
  editor.edit((flow) => addTextBlock(flow, "b"));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(autosave.state.get()).toMatchObject({ kind: "failed", error: { message: "Too large" } });
});

test("a draft that is changed while it is being refused is saved again", async () => {
  const { stored, editor, autosave } = openTestStory();
  let refuseSave = () => {};
  fakeServer.call.mockImplementationOnce(
    () =>
      new Promise((_, reject) => {
        refuseSave = () => reject(new ApiError(422, "VALIDATION", "Too large"));
      }),
  );
  editor.edit((flow) => addTextBlock(flow, "a"));
  await vi.advanceTimersByTimeAsync(1_000);
  editor.edit((flow) => addTextBlock(flow, "b"));
  refuseSave();
  await vi.advanceTimersByTimeAsync(1_000);
  expect([blockIdsOfFirstGroup(stored.draft), autosave.state.get().kind]).toEqual([["a", "b"], "saved"]);
});

test("whoever deleted a block is told when it comes back, because somebody else has written in it", async () => {
  const { stored, returned, editor, autosave } = openTestStory();
  editor.edit((flow) => addTextBlock(addTextBlock(flow, "a"), "b"));
  await vi.advanceTimersByTimeAsync(1_000);
  const draftWithBothBlocks = stored.draft;
  editor.edit((flow) => removeBlock(flow, "a"));
  await vi.advanceTimersByTimeAsync(1_000);
  // The colleague's page does not know of the deletion yet when it saves its draft.
  const theirDraft = replaceBlock(draftWithBothBlocks, { id: "a", type: "text", text: { en: "Hello" } });
  const mergedFlow = mergeFlows(draftWithBothBlocks, theirDraft, stored.draft).flow;
  Object.assign(stored, { draft: mergedFlow, revision: stored.revision + 1 });
  await autosave.pull();
  expect([blockIdsOfFirstGroup(editor.get().flow), returned]).toEqual([["a", "b"], ["a"]]);

  editor.edit((flow) => removeBlock(flow, "b"));
  await vi.advanceTimersByTimeAsync(1_000);
  editor.undo();
  await vi.advanceTimersByTimeAsync(1_000);
  Object.assign(stored, { draft: addTextBlock(stored.draft, "c"), revision: stored.revision + 1 });
  await autosave.pull();
  expect([blockIdsOfFirstGroup(stored.draft), returned]).toEqual([["a", "b", "c"], ["a"]]);
});
