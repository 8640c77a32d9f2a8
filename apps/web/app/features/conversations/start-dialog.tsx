import { Suspense } from "react";
import { loadTexts } from "../../i18n/browser.ts";
import { useWasEverOpened } from "../../kit/ui/open-when-loaded.ts";
import { createLazyComponent, DialogLoadFailedToast } from "../../kit/ui/part.tsx";

const StartPanel = createLazyComponent(async () => {
  const [panelModule] = await Promise.all([import("./start-panel.tsx"), loadTexts("room")]);
  return panelModule.StartPanel;
}, DialogLoadFailedToast);

/** A dialog in which the reader searches for a person and opens a conversation with them. */
export function StartDialog(props: { opened: boolean; onClose: () => void }) {
  if (!useWasEverOpened(props.opened)) return null;
  return (
    <Suspense fallback={null}>
      <StartPanel {...props} />
    </Suspense>
  );
}
