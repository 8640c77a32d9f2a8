import { loadTexts } from "../../../i18n/browser.ts";
import type { Format } from "../../../kit/format.ts";
import { lazyPart, MissingDialog, MissingQuietly } from "../../../kit/ui/part.tsx";

// The parts of a row that are loaded on demand. The menus are larger than the code of all messages, and nobody
// needs them before they point at a message.

/** Also loads the texts that a part shows. */
const withTexts = async <T>(code: Promise<T>): Promise<T> =>
  (await Promise.all([code, loadTexts("room")]))[0];
const loadToolbar = () => withTexts(import("./toolbar.tsx"));
export const Toolbar = lazyPart(async () => (await loadToolbar()).Toolbar, MissingQuietly);
const loadSheet = () => withTexts(import("./message-sheet.tsx"));
export const MessageSheet = lazyPart(async () => (await loadSheet()).MessageSheet, MissingDialog);
export const SeenFaces = lazyPart(async () => (await import("./seen-faces.tsx")).SeenFaces, MissingQuietly);
export const LinkPreviews = lazyPart(
  async () => (await import("./link-previews.tsx")).LinkPreviews,
  MissingQuietly,
);
export const PickMark = lazyPart(async () => (await import("./picking.tsx")).PickMark, MissingQuietly);
export const loadEditBox = () => import("./edit-box.tsx");

const prepareCode = async () => (await import("./prepare-code.ts")).prepareCode();

let isPrepared = false;

/**
 * Loads the code that a message needs when it is hovered or scrolled to, in case the connection is lost later. It runs
 * once for all rooms. The next room retries what failed.
 */
export function prepareRows(format: Format): void {
  format.list([]);
  if (isPrepared) return;
  isPrepared = true;
  const hasTouch = matchMedia("(any-pointer: coarse)").matches;
  void Promise.all([loadToolbar(), loadEditBox(), prepareCode(), hasTouch && loadSheet()]).catch(() => {
    isPrepared = false;
  });
}
