import { useTranslation } from "../../i18n/use-translation.tsx";
import { toast } from "../toast.ts";

async function copyToClipboard(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // `navigator.clipboard` is missing on plain http, although its TypeScript type says that it always exists.
    const { copyTextBySelecting } = await import("../copy-by-selection.ts");
    copyTextBySelecting(text);
  }
}

/** Returns a function that copies a text. Afterwards, a toast shows `doneText`, or says that copying has failed. */
export function useCopy(): (text: string, doneText: string) => void {
  const { t } = useTranslation();
  return (text, successText) =>
    void copyToClipboard(text).then(
      () => toast(successText),
      () => toast(t("copyFailed"), "error"),
    );
}
