import type { TranslationDraft as ServerDraft } from "@kakehashi/contract/translation-drafts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../kit/api-error.ts";
import { readDeviceDraft } from "./draft.ts";
import { type DraftSynchronizer, draftSynchronizerOf } from "./draft-sync.ts";
import { saveStoredDraftsOnConnect } from "./stored-drafts.ts";

const fakeServer = vi.hoisted(() => ({ call: vi.fn(), connects: new Set<() => void>() }));
vi.mock("../../kit/api.ts", () => ({ call: fakeServer.call }));
vi.mock("../live/connection.ts", () => ({
  onLiveConnect: (listener: () => void) => {
    fakeServer.connects.add(listener);
    return () => fakeServer.connects.delete(listener);
  },
  onPersonalEvent: () => () => {},
}));

type SavedDraftBody = Pick<ServerDraft, "content" | "version" | "revision" | "from_memory" | "edited_at"> & {
  base?: string;
  forget_set_aside: boolean;
};
interface SentRequest {
  readonly body?: SavedDraftBody;
}

const pageDocument = Object.assign(new EventTarget(), { visibilityState: "visible" });
/** The bodies of the save requests that the fake server has received. */
let savedBodies: SavedDraftBody[] = [];
/** The draft that the fake server has stored. */
let storedDraft: ServerDraft | null = null;
/** The fake server calls this function for each save. It responds when the returned promise settles. */
let respondToSave: (body: SavedDraftBody) => unknown = () => undefined;
let currentMessageNumber = 0;

beforeEach(() => {
  vi.useFakeTimers();
  const storedValues: Record<string, string> = {};
  const storageMethods = {
    getItem: (name: string) => storedValues[name] ?? null,
    setItem: (name: string, text: string) => Object.assign(storedValues, { [name]: text }),
    removeItem: (name: string) => Reflect.deleteProperty(storedValues, name),
  };
  vi.stubGlobal(
    "localStorage",
    new Proxy(storedValues, { get: (_, name: keyof typeof storageMethods) => storageMethods[name] }),
  );
  vi.stubGlobal("document", pageDocument);
  const page = new EventTarget();
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
  vi.stubGlobal("dispatchEvent", page.dispatchEvent.bind(page));
  pageDocument.visibilityState = "visible";
  savedBodies = [];
  storedDraft = null;
  respondToSave = () => undefined;
  currentMessageNumber++;
  fakeServer.call.mockImplementation(async (_: unknown, { body }: SentRequest) => {
    if (!body) return { data: storedDraft };
    savedBodies.push(body);
    storedDraft = { ...body, message_id: getCurrentMessageId(), language: "vi", set_aside: "" };
    await respondToSave(body);
    return { data: { ...body, set_aside: "" } };
  });
});
afterEach(() => {
  fakeServer.connects.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const getCurrentMessageId = () => `message-${currentMessageNumber}`;
const draftWithText = (text: string) => ({ text, version: 0, revision: 1, fromMemory: false });
const waitOneMs = () => vi.advanceTimersByTimeAsync(1);
const waitOneSecond = () => vi.advanceTimersByTimeAsync(1000);
const listSavedTexts = () => savedBodies.map(({ content }) => content);
const connectToServer = () => {
  for (const listener of [...fakeServer.connects]) listener();
};
const throwNetworkError = () => {
  throw new ApiError(0, "NETWORK", "");
};

async function openDraftSync(): Promise<[sync: DraftSynchronizer, close: () => void]> {
  const draftSync = draftSynchronizerOf("linh", getCurrentMessageId(), "vi");
  const stopDraftSync = draftSync.follow();
  await waitOneMs();
  return [draftSync, stopDraftSync];
}
/** Makes the fake server hold back its responses to saves. Call the returned function to send them. */
function holdResponses(): () => void {
  let releaseResponses = () => {};
  const heldResponse = new Promise<void>((resolve) => {
    releaseResponses = resolve;
  });
  respondToSave = () => heldResponse;
  return releaseResponses;
}
function hidePage(): void {
  pageDocument.visibilityState = "hidden";
  pageDocument.dispatchEvent(new Event("visibilitychange"));
}

test("what the writer types while a save is on its way stays, and is saved next", async () => {
  const [draftSync, stopDraftSync] = await openDraftSync();
  const releaseResponses = holdResponses();
  draftSync.change(draftWithText("Vui lòn"));
  await waitOneSecond();
  expect(listSavedTexts()).toEqual(["Vui lòn"]);

  draftSync.change(draftWithText("Vui lòng "));
  releaseResponses();
  await waitOneMs();
  expect(draftSync.get().draft?.text).toBe("Vui lòng ");
  await waitOneSecond();
  expect(listSavedTexts()).toEqual(["Vui lòn", "Vui lòng "]);
  expect(draftSync.get()).toMatchObject({ draft: { text: "Vui lòng " }, unsaved: false });
  stopDraftSync();
});

test("a draft that the server has forgotten goes from a device that was away, and one that was typed there stays", async () => {
  const [draftSync, stopDraftSync] = await openDraftSync();
  draftSync.change(draftWithText("Vui lòng"));
  await waitOneSecond();
  stopDraftSync();
  storedDraft = null;
  const [reopenedSync, stopReopenedSync] = await openDraftSync();
  expect(reopenedSync.get()).toMatchObject({ draft: null, unsaved: false });
  expect(readDeviceDraft("linh", getCurrentMessageId(), "vi").draft).toBeNull();

  reopenedSync.change(draftWithText("Xin xem giúp"));
  connectToServer();
  await waitOneMs();
  expect(reopenedSync.get()).toMatchObject({ draft: { text: "Xin xem giúp" } });
  stopReopenedSync();
});

test("an answer from before the first save does not empty the draft", async () => {
  const [draftSync, stopDraftSync] = await openDraftSync();
  const earlyResponse = Promise.withResolvers<{ data: null }>();
  fakeServer.call.mockReturnValueOnce(earlyResponse.promise);
  connectToServer();
  draftSync.change(draftWithText("Vui lòng"));
  await waitOneSecond();
  expect(draftSync.get()).toMatchObject({ draft: { text: "Vui lòng" }, unsaved: false });
  earlyResponse.resolve({ data: null });
  await waitOneMs();
  expect(draftSync.get().draft?.text).toBe("Vui lòng");
  stopDraftSync();
});

test("a text that is discarded while its first save is on its way does not come back", async () => {
  const [draftSync, stopDraftSync] = await openDraftSync();
  const releaseResponses = holdResponses();
  draftSync.change(draftWithText("Vui lòng"));
  await waitOneSecond();
  draftSync.discard();
  releaseResponses();
  await waitOneSecond();
  expect(listSavedTexts()).toEqual(["Vui lòng", ""]);
  expect(savedBodies[1]?.base).toBe(savedBodies[0]?.edited_at);
  expect(draftSync.get()).toMatchObject({ draft: null, unsaved: false });
  stopDraftSync();
});

test("what is typed after a save whose answer was lost continues the text that the server got", async () => {
  const [draftSync, stopDraftSync] = await openDraftSync();
  respondToSave = throwNetworkError;
  draftSync.change(draftWithText("Vui lòng xem"));
  await waitOneSecond();
  respondToSave = () => undefined;
  draftSync.change(draftWithText("Xin xem giúp"));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(listSavedTexts()).toEqual(["Vui lòng xem", "Xin xem giúp"]);
  expect(savedBodies[1]?.base).toBe(savedBodies[0]?.edited_at);
  stopDraftSync();
});

test("nothing is saved during a submit, also if the page is hidden, the editor closed or the connection new", async () => {
  const [draftSync, stopDraftSync] = await openDraftSync();
  draftSync.change(draftWithText("Vui lòng xem."));
  expect(await draftSync.beginSubmit("Vui lòng xem.")).toBeNull();
  hidePage();
  connectToServer();
  stopDraftSync();
  const [reopenedSync, closeReopened] = await openDraftSync();
  await waitOneSecond();
  expect(savedBodies).toEqual([]);
  draftSync.endAfterSubmit();
  draftSync.continueAfterFailedSubmit();
  await waitOneSecond();
  expect(savedBodies).toEqual([]);
  expect(reopenedSync.get().draft).toBeNull();
  closeReopened();
});

test("what is typed in an editor that was opened again during a submit is no part of it, and stays", async () => {
  const [draftSync, stopDraftSync] = await openDraftSync();
  draftSync.change(draftWithText("Vui lòng xem."));
  await draftSync.beginSubmit("Vui lòng xem.");
  stopDraftSync();
  const [reopened, closeReopened] = await openDraftSync();
  reopened.change(draftWithText("Vui lòng xem. Cảm ơn."));
  draftSync.endAfterSubmit();
  draftSync.continueAfterFailedSubmit();
  expect(reopened.get().draft?.text).toBe("Vui lòng xem. Cảm ơn.");
  expect(readDeviceDraft("linh", getCurrentMessageId(), "vi").draft?.text).toBe("Vui lòng xem. Cảm ơn.");
  await waitOneSecond();
  expect(listSavedTexts()).toEqual(["Vui lòng xem. Cảm ơn."]);
  closeReopened();
});

test("a text that was set aside stays beside one that was typed during a submit", async () => {
  const [draftSync, stopDraftSync] = await openDraftSync();
  fakeServer.call.mockImplementation(async (_: unknown, { body }: SentRequest) => ({
    data: body && { ...body, set_aside: "Máy khác." },
  }));
  draftSync.change(draftWithText("Vui lòng"));
  await waitOneSecond();
  await draftSync.beginSubmit("Vui lòng");
  draftSync.change(draftWithText("Vui lòng xem."));
  draftSync.endAfterSubmit();
  expect(draftSync.get()).toMatchObject({ draft: { text: "Vui lòng xem." }, setAside: "Máy khác." });
  stopDraftSync();
});

test("a text that was dismissed during a submit is dismissed on the server after it", async () => {
  const [draftSync, stopDraftSync] = await openDraftSync();
  fakeServer.call.mockImplementation(async (_: unknown, { body }: SentRequest) => {
    if (body) savedBodies.push(body);
    return { data: body && { ...body, set_aside: body.forget_set_aside ? "" : "Máy khác." } };
  });
  draftSync.change(draftWithText("Vui lòng"));
  await waitOneSecond();
  await draftSync.beginSubmit("Vui lòng");
  draftSync.dismissOtherDeviceText();
  draftSync.endAfterSubmit();
  draftSync.continueAfterFailedSubmit();
  await waitOneSecond();
  expect(savedBodies.at(-1)).toMatchObject({ content: "", forget_set_aside: true });
  expect(draftSync.get()).toMatchObject({ draft: null, setAside: "", unsaved: false });
  stopDraftSync();
});

test("a text whose submit failed is saved as a draft, also if its editor was closed meanwhile", async () => {
  const [draftSync, stopDraftSync] = await openDraftSync();
  draftSync.change(draftWithText("Vui lòng xem."));
  await draftSync.beginSubmit("Vui lòng xem.");
  stopDraftSync();
  draftSync.continueAfterFailedSubmit();
  await waitOneSecond();
  expect(listSavedTexts()).toEqual(["Vui lòng xem."]);
});

test("a submit waits for a save, and names the draft that its text continues", async () => {
  const [draftSync, stopDraftSync] = await openDraftSync();
  const releaseResponses = holdResponses();
  draftSync.change(draftWithText("Vui lòng"));
  await waitOneSecond();
  draftSync.change(draftWithText("Vui lòng xem."));
  const beginSubmitPromise = draftSync.beginSubmit("Vui lòng xem.");
  releaseResponses();
  expect(await beginSubmitPromise).toBe(savedBodies[0]?.edited_at);
  draftSync.continueAfterFailedSubmit();
  await waitOneSecond();
  // The server has a later text from another device. The submit must not claim to be based on that text.
  fakeServer.call.mockImplementation(async (_: unknown, { body }: SentRequest) => ({
    data: body && { ...body, content: "Máy khác.", edited_at: new Date(9e12).toISOString(), set_aside: "" },
  }));
  draftSync.change(draftWithText("Vui lòng xem!"));
  hidePage();
  expect(await draftSync.beginSubmit("Vui lòng xem!")).toBeNull();
  draftSync.continueAfterFailedSubmit();
  stopDraftSync();
});

test("an answer from before the submit does not bring the draft back", async () => {
  const [draftSync, stopDraftSync] = await openDraftSync();
  draftSync.change(draftWithText("Vui lòng"));
  await waitOneSecond();
  const draftBefore = storedDraft;
  let releaseResponse = () => {};
  fakeServer.call.mockImplementation(async () => {
    await new Promise<void>((resolve) => {
      releaseResponse = resolve;
    });
    return { data: draftBefore };
  });
  connectToServer();
  await draftSync.beginSubmit("Vui lòng");
  draftSync.endAfterSubmit();
  releaseResponse();
  await waitOneMs();
  expect(draftSync.get().draft).toBeNull();
  stopDraftSync();
});

test("a text that was set aside stays after a submit, until the writer deals with it", async () => {
  const [draftSync, stopDraftSync] = await openDraftSync();
  respondToSave = () => undefined;
  fakeServer.call.mockImplementation(async (_: unknown, { body }: SentRequest) => ({
    data: body && { ...body, set_aside: body.forget_set_aside ? "" : "Máy khác." },
  }));
  draftSync.change(draftWithText("Vui lòng"));
  await waitOneSecond();
  await draftSync.beginSubmit("Vui lòng");
  draftSync.endAfterSubmit();
  expect(draftSync.get()).toMatchObject({ draft: null, setAside: "Máy khác." });
  expect(readDeviceDraft("linh", getCurrentMessageId(), "vi").setAside).toBe("Máy khác.");
  draftSync.dismissOtherDeviceText();
  await waitOneSecond();
  expect(readDeviceDraft("linh", getCurrentMessageId(), "vi")).toMatchObject({
    setAside: "",
    unsaved: false,
  });
  stopDraftSync();
});

test("a discarded draft of a message that does not exist leaves the text that was set aside", async () => {
  const [draftSync, stopDraftSync] = await openDraftSync();
  fakeServer.call.mockImplementation(async (_: unknown, { body }: SentRequest) => ({
    data: body && { ...body, set_aside: "Máy khác." },
  }));
  draftSync.change(draftWithText("Vui lòng"));
  await waitOneSecond();
  fakeServer.call.mockRejectedValue(new ApiError(404, "ERR.NOT_FOUND", ""));
  draftSync.discard();
  await waitOneSecond();
  expect(draftSync.get()).toMatchObject({ draft: null, setAside: "Máy khác.", unsaved: false });
  draftSync.dismissOtherDeviceText();
  await waitOneSecond();
  expect(draftSync.get()).toMatchObject({ draft: null, setAside: "", unsaved: false });
  stopDraftSync();
});

test("a tab shows what another tab of the browser has typed, and does not save it a second time", async () => {
  const [draftSync, stopDraftSync] = await openDraftSync();
  const name = `translation-draft linh ${getCurrentMessageId()} vi`;
  const draftOfOtherTab = {
    ...draftSync.get(),
    draft: draftWithText("Thẻ khác"),
    editedAt: new Date().toISOString(),
    unsaved: true,
  };
  localStorage.setItem(name, JSON.stringify(draftOfOtherTab));
  const dispatchStorageEvent = (newValue: string | null) =>
    dispatchEvent(Object.assign(new Event("storage"), { key: name, newValue }));
  dispatchStorageEvent(localStorage.getItem(name));
  expect(draftSync.get().draft?.text).toBe("Thẻ khác");
  await waitOneSecond();
  expect(savedBodies).toEqual([]);
  // The text in this tab continues the other tab's text. So no text is lost, although both tabs are offline.
  draftSync.change(draftWithText("Thẻ khác, và thẻ này"));
  expect(readDeviceDraft("linh", getCurrentMessageId(), "vi").draft?.text).toBe("Thẻ khác, và thẻ này");
  // The other tab submits its text, which ends its draft. The text in this tab stays.
  dispatchStorageEvent(null);
  expect(draftSync.get().draft?.text).toBe("Thẻ khác, và thẻ này");
  localStorage.setItem(name, JSON.stringify({ ...draftOfOtherTab, editedAt: new Date(9e12).toISOString() }));
  dispatchStorageEvent(localStorage.getItem(name));
  localStorage.removeItem(name);
  dispatchStorageEvent(null);
  expect(draftSync.get()).toMatchObject({ draft: null, unsaved: false });
  await waitOneSecond();
  stopDraftSync();
  expect(savedBodies).toEqual([]);
});

test("two editors of one draft that appear at once share its text and its saves", async () => {
  // React renders both editors before it runs their effects. So both load the draft before either subscribes to
  // changes.
  const [firstSync, secondSync] = [
    draftSynchronizerOf("linh", getCurrentMessageId(), "vi"),
    draftSynchronizerOf("linh", getCurrentMessageId(), "vi"),
  ];
  const [stopFirstSync, stopSecondSync] = [firstSync.follow(), secondSync.follow()];
  await waitOneMs();
  firstSync.change(draftWithText("Vui lòng"));
  expect(secondSync.get().draft?.text).toBe("Vui lòng");
  secondSync.change(draftWithText("Vui lòng xem"));
  expect(firstSync.get().draft?.text).toBe("Vui lòng xem");
  await waitOneSecond();
  expect(listSavedTexts()).toEqual(["Vui lòng xem"]);
  stopFirstSync();
  stopSecondSync();
});

test("an editor that appears begins with what another tab has stored since the draft was last asked for", async () => {
  draftSynchronizerOf("linh", getCurrentMessageId(), "vi");
  const name = `translation-draft linh ${getCurrentMessageId()} vi`;
  const otherTabDraft = {
    draft: draftWithText("Từ thẻ khác"),
    editedAt: new Date().toISOString(),
    unsaved: false,
  };
  localStorage.setItem(name, JSON.stringify(otherTabDraft));
  expect(draftSynchronizerOf("linh", getCurrentMessageId(), "vi").get().draft?.text).toBe("Từ thẻ khác");
});

test("what was typed offline in an editor that is closed is saved with the next connection", async () => {
  fakeServer.call.mockRejectedValue(new ApiError(0, "NETWORK", ""));
  const [draftSync, stopDraftSync] = await openDraftSync();
  draftSync.change(draftWithText("Vui lòng"));
  stopDraftSync();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(readDeviceDraft("linh", getCurrentMessageId(), "vi").unsaved).toBe(true);

  fakeServer.call.mockImplementation(async (_: unknown, { body }: SentRequest) => {
    if (!body) return { data: null };
    savedBodies.push(body);
    return { data: { ...body, set_aside: "" } };
  });
  const stopSavingForKenji = saveStoredDraftsOnConnect("kenji");
  await vi.dynamicImportSettled();
  await waitOneMs();
  stopSavingForKenji();
  expect(savedBodies).toEqual([]);
  const stopSavingForLinh = saveStoredDraftsOnConnect("linh");
  await vi.dynamicImportSettled();
  await waitOneMs();
  expect(listSavedTexts()).toEqual(["Vui lòng"]);
  expect(readDeviceDraft("linh", getCurrentMessageId(), "vi").unsaved).toBe(false);
  connectToServer();
  await vi.dynamicImportSettled();
  await waitOneMs();
  expect(savedBodies).toHaveLength(1);
  stopSavingForLinh();
});
