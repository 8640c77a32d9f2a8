import { Suspense } from "react";
import { useWanted } from "../../kit/ui/late.ts";
import { MissingDialog, part } from "../../kit/ui/part.tsx";

const StartPanel = part(async () => (await import("./start-panel.tsx")).StartPanel, MissingDialog);

/** Finds a person and opens the conversation with them. */
export function StartDialog(props: { opened: boolean; onClose: () => void }) {
  if (!useWanted(props.opened)) return null;
  return (
    <Suspense fallback={null}>
      <StartPanel {...props} />
    </Suspense>
  );
}
