import { Suspense } from "react";
import { loadTexts } from "../../i18n/browser.ts";
import { useWanted } from "../../kit/ui/late.ts";
import { lazyPart, MissingDialog } from "../../kit/ui/part.tsx";

const StartPanel = lazyPart(async () => {
  const [panel] = await Promise.all([import("./start-panel.tsx"), loadTexts("room")]);
  return panel.StartPanel;
}, MissingDialog);

/** Searches a person and opens the conversation with them. */
export function StartDialog(props: { opened: boolean; onClose: () => void }) {
  if (!useWanted(props.opened)) return null;
  return (
    <Suspense fallback={null}>
      <StartPanel {...props} />
    </Suspense>
  );
}
