import type { ReactNode } from "react";

export interface DialogProps {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  /** The width of the dialog in pixels. */
  width?: number;
  /** Whether the dialog has a close button. A question has its own buttons instead. */
  isClosable?: boolean;
  /** Whether the dialog opens near the top of the page. Used for a search whose list of results grows and shrinks. */
  opensNearTop?: boolean;
  /** Whether the dialog opens in front of other dialogs, such as a question that another dialog asks. */
  opensInFront?: boolean;
  /**
   * Whether the dialog asks about a navigation that waits for the answer. In this case the dialog adds no entry to the
   * browser's history, because that would disturb the navigation.
   */
  isAboutLeaving?: boolean;
  children: ReactNode;
}
