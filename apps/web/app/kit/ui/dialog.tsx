import { type ReactNode, Suspense } from "react";
import { useWanted } from "./late.ts";
import { MissingDialog, part } from "./part.tsx";

export interface DialogProps {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  /** Pixels. */
  width?: number;
  /** A question has its own way out; anything else can be closed at its corner. */
  closable?: boolean;
  /** Near the top, for a list that grows and shrinks below its field. */
  high?: boolean;
  /** A question can be asked by another window: it stands before it. */
  front?: boolean;
  /** Asks about a way out of the page that waits for the answer: it has no entry in the history. */
  leaving?: boolean;
  children: ReactNode;
}

const Modal = part(async () => (await import("./modal.tsx")).Modal, MissingDialog);

/** A window above the page. The focus goes into it, stays there, and returns. */
export function Dialog(props: DialogProps) {
  if (!useWanted(props.opened)) return null;
  return (
    <Suspense fallback={null}>
      <Modal {...props} />
    </Suspense>
  );
}
