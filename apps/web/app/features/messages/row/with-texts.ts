import { loadTexts } from "../../../i18n/browser.ts";

/** Loads the texts of what opens from a translation's line, with its code. */
export const withTexts = async <T>(code: Promise<T>): Promise<T> =>
  (await Promise.all([code, loadTexts("translations")]))[0];
