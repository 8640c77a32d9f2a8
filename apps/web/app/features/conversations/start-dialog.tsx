import { lazy, Suspense } from "react";
import { useWanted } from "../../kit/ui/late.ts";

const StartPanel = lazy(async () => ({ default: (await import("./start-panel.tsx")).StartPanel }));

/** Finds a person and opens the conversation with them. */
export function StartDialog(props: { opened: boolean; onClose: () => void }) {
  if (!useWanted(props.opened)) return null;
  return (
    <Suspense fallback={null}>
      <StartPanel {...props} />
    </Suspense>
  );
}
