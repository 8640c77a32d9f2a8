import { Suspense } from "react";
import type { DialogProps } from "./dialog-props.ts";
import { useWasEverOpened } from "./open-when-loaded.ts";
import { createLazyComponent, DialogLoadFailedToast } from "./part.tsx";

const Modal = createLazyComponent(async () => (await import("./modal.tsx")).Modal, DialogLoadFailedToast);

/** A dialog above the page. The focus moves into it, stays there, and returns when it closes. */
export function Dialog(props: DialogProps) {
  if (!useWasEverOpened(props.opened)) return null;
  return (
    <Suspense fallback={null}>
      <Modal {...props} />
    </Suspense>
  );
}
