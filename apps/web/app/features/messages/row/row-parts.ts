import { loadTexts } from "../../../i18n/browser.ts";
import type { LocaleFormat } from "../../../kit/format.ts";
import {
  createLazyComponent,
  DialogLoadFailedToast,
  EmptyLoadFailedFallback,
} from "../../../kit/ui/part.tsx";

// Parts of a message row, such as menus, whose code is loaded on demand. Their code is larger than the rest of a row's
// code, and it is needed only when somebody points at a message.

/** Loads the interface texts `room` together with the code of a part of the message row. */
const loadWithRoomTexts = async <T>(code: Promise<T>): Promise<T> =>
  (await Promise.all([code, loadTexts("room")]))[0];
const loadToolbar = () => loadWithRoomTexts(import("./toolbar.tsx"));
export const MessageToolbar = createLazyComponent(
  async () => (await loadToolbar()).MessageToolbar,
  EmptyLoadFailedFallback,
);
const loadSheet = () => loadWithRoomTexts(import("./message-sheet.tsx"));
export const MessageSheet = createLazyComponent(
  async () => (await loadSheet()).MessageSheet,
  DialogLoadFailedToast,
);
export const LazySeenFaces = createLazyComponent(
  async () => (await import("./seen-faces.tsx")).SeenFaces,
  EmptyLoadFailedFallback,
);
export const LinkPreviews = createLazyComponent(
  async () => (await import("./link-previews.tsx")).LinkPreviews,
  EmptyLoadFailedFallback,
);
export const OutsideMessageExtras = createLazyComponent(async () => {
  const [{ OutsideMessageExtras }] = await Promise.all([
    import("./outside-message-extras.tsx"),
    loadTexts("channels"),
  ]);
  return OutsideMessageExtras;
}, EmptyLoadFailedFallback);
export const LazyPickCheckbox = createLazyComponent(
  async () => (await import("./picking.tsx")).PickCheckbox,
  EmptyLoadFailedFallback,
);
export const loadEditBox = () => loadWithRoomTexts(import("./edit-box.tsx"));

const prepareCode = async () => (await import("./preload-code-block-assets.ts")).preloadCodeBlockAssets();

let areRowPartsRequested = false;

/**
 * Loads the code that messages need on hover or on scrolling, so that it is there if the connection is lost later. All
 * rooms share this code. If a part fails to load, it is loaded again when the next room opens.
 */
export function preloadRowParts(localeFormat: LocaleFormat): void {
  localeFormat.list([]);
  if (areRowPartsRequested) return;
  areRowPartsRequested = true;
  const hasTouch = matchMedia("(any-pointer: coarse)").matches;
  void Promise.all([loadToolbar(), loadEditBox(), prepareCode(), hasTouch && loadSheet()]).catch(() => {
    areRowPartsRequested = false;
  });
}
