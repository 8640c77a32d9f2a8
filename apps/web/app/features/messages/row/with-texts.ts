import { loadTexts } from "../../../i18n/browser.ts";

/** Loads the interface texts of translations together with the code of a dialog or editor that shows them. */
export const loadWithTranslationTexts = async <T>(code: Promise<T>): Promise<T> =>
  (await Promise.all([code, loadTexts("translations")]))[0];
