import { useTranslation } from "react-i18next";
import { toast } from "../toast.ts";

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Over plain http, browsers have no `navigator.clipboard`, although its TypeScript type says that it always exists.
    const { copyBySelection } = await import("../copy-by-selection.ts");
    copyBySelection(text);
  }
}

/** Returns a function that copies a text. The function shows `doneText` as a toast, or says that copying failed. */
export function useCopy(): (text: string, doneText: string) => void {
  const { t } = useTranslation();
  return (text, doneText) =>
    void copy(text).then(
      () => toast(doneText),
      () => toast(t("copyFailed"), "error"),
    );
}
