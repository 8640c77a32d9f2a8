import { type RefObject, startTransition, useRef, useState } from "react";

interface NewMessageOptions {
  /** The `number` of the newest loaded message. 0 if there is none. */
  readonly newestNumber: number;
  /** Whether newer messages are not loaded. */
  readonly below: boolean;
  /** Receives whether the newest message is visible. */
  readonly onAtBottomChange: (atBottom: boolean) => void;
}

interface NewMessages {
  readonly isAtEnd: RefObject<boolean>;
  /** How many messages have arrived since the reader scrolled up. Null while the reader is at the end of the list. */
  readonly newMessageCount: number | null;
  /** Call this function after each scroll event and each change of the rows. */
  readonly updateIsAtEnd: (isViewAtEnd: boolean) => void;
}

/**
 * Remembers whether the reader is at the end of the list. Counts the messages that arrive while the reader is not at
 * the end.
 */
export function useNewMessageCount({
  newestNumber,
  below,
  onAtBottomChange,
}: NewMessageOptions): NewMessages {
  const isAtEnd = useRef(true);
  const [newestNumberWhenScrolledUp, setNewestNumberWhenScrolledUp] = useState<number | null>(null);
  const newestNumberAtEnd = useRef(newestNumber);
  // The button at the end shows how many messages are new. When the newest messages are loaded or dropped, start this
  // count again: the messages that are loaded at that moment are not new.
  const [hadMessagesBelow, setHadMessagesBelow] = useState(below);
  if (hadMessagesBelow !== below) {
    setHadMessagesBelow(below);
    if (newestNumberWhenScrolledUp !== null) setNewestNumberWhenScrolledUp(newestNumber);
  }

  function updateIsAtEnd(isViewAtEnd: boolean): void {
    if (isViewAtEnd) newestNumberAtEnd.current = newestNumber;
    if (isViewAtEnd !== isAtEnd.current) {
      isAtEnd.current = isViewAtEnd;
      // Use a transition, so that React may render this change later. The current frame already has to render rows for
      // the scrolling.
      startTransition(() => {
        onAtBottomChange(isViewAtEnd);
        // Remember the last message that was visible at the end of the list. Messages that arrive after the reader has
        // scrolled up count as new.
        setNewestNumberWhenScrolledUp(isViewAtEnd ? null : newestNumberAtEnd.current);
      });
    }
  }

  const newMessageCount =
    newestNumberWhenScrolledUp === null ? null : newestNumber - newestNumberWhenScrolledUp;
  return { isAtEnd, newMessageCount, updateIsAtEnd };
}
