import type { ReactNode } from "react";

export interface DialogProps {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  /** The width of the dialog in pixels. */
  widthPx?: number;
  /** Whether the dialog has a close button. Confirmation dialogs have their own buttons instead. */
  hasCloseButton?: boolean;
  /**
   * Whether the dialog opens near the top of the page. Used for a search dialog, whose height changes with the number
   * of results.
   */
  opensNearTop?: boolean;
  /** Whether the dialog opens above other dialogs, such as a confirmation in another dialog. */
  opensInFront?: boolean;
  /**
   * Whether the dialog is about a navigation that waits for the answer. Such a dialog adds no entry to the browser's
   * history, because that would disturb the navigation.
   */
  isAboutLeaving?: boolean;
  children: ReactNode;
}
