import { useEffect, useLayoutEffect, useRef } from "react";
import { type Location, useBlocker } from "react-router";
import { askToConfirm, type ConfirmQuestion } from "./confirm.tsx";

/**
 * The navigation state of an address change that keeps the same editor open. An example is a new post that gets its id.
 */
export const stayingInEditorState = { staying: true };

interface LeaveWarning {
  readonly question: ConfirmQuestion;
  /**
   * Returns the part of the address that identifies the form. The warning is shown only if a navigation changes this
   * part.
   */
  readonly guardedAddress: (location: Location) => string;
}
/** The warnings of all forms with unsaved changes, newest last. */
const shownWarnings = new Set<LeaveWarning>();

/**
 * Asks for confirmation before the reader leaves a form with unsaved changes. Set `isInPane` if the form is in a pane
 * that is opened by the query of the page's address. A change of that query then asks for confirmation, too.
 */
export function useLeaveWarning(
  hasUnsavedChanges: boolean,
  question: ConfirmQuestion,
  isInPane = false,
): void {
  const { title, text, actionLabel } = question;
  // Use a layout effect, because it ends as soon as the form is removed. A normal effect ends later and would still ask
  // about a removed form.
  useLayoutEffect(() => {
    if (!hasUnsavedChanges) return;
    const warning: LeaveWarning = {
      question: { title, text, actionLabel },
      guardedAddress: ({ pathname, search }) => (isInPane ? pathname + search : pathname),
    };
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    shownWarnings.add(warning);
    addEventListener("beforeunload", preventUnload);
    return () => {
      shownWarnings.delete(warning);
      removeEventListener("beforeunload", preventUnload);
    };
  }, [hasUnsavedChanges, isInPane, title, text, actionLabel]);
}

/**
 * Asks for confirmation before the reader leaves a page with unsaved changes. Render this component only once: if a
 * router has several blockers, only the last one works.
 */
export function LeaveWarnings(): null {
  const shownWarning = useRef<LeaveWarning>(undefined);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (nextLocation.state?.staying === true) return false;
    shownWarning.current = [...shownWarnings].findLast(
      ({ guardedAddress }) => guardedAddress(currentLocation) !== guardedAddress(nextLocation),
    );
    return shownWarning.current !== undefined;
  });
  useEffect(() => {
    if (blocker.state !== "blocked" || !shownWarning.current) return;
    void askToConfirm({ ...shownWarning.current.question, isAboutLeaving: true }).then((isConfirmed) =>
      isConfirmed ? blocker.proceed() : blocker.reset(),
    );
  }, [blocker]);
  return null;
}
