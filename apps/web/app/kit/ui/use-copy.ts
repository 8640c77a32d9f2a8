import { useTranslation } from "react-i18next";
import { toast } from "../toast.ts";

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // There is none over plain http, though its type says so.
    const { copyBySelection } = await import("../copy-by-selection.ts");
    copyBySelection(text);
  }
}

/** What every button that copies does: it copies a text, and says `done`, or that it could not. */
export function useCopy(): (text: string, done: string) => void {
  const { t } = useTranslation();
  return (text, done) =>
    void copy(text).then(
      () => toast(done),
      () => toast(t("copyFailed"), "error"),
    );
}
