import { useEffect, useLayoutEffect, useRef } from "react";
import { type Location, useBlocker } from "react-router";
import { confirm, type Question } from "./confirm.tsx";

/**
 * The navigation state of a change of the address that keeps the same editor open, such as the new address when a post
 * gets its id.
 */
export const keepEditorOpenState = { staying: true };

interface LeaveWarning {
  readonly question: Question;
  /**
   * Returns the part of the address that belongs to the form. The warning appears only if a navigation changes this
   * part.
   */
  readonly guardedAddress: (location: Location) => string;
}
/** The warnings for all forms with unsaved changes, newest last. */
const warnings = new Set<LeaveWarning>();

/**
 * Asks before leaving a page with unsaved changes, by links or by the browser. With `isInPane`, the changes
 * are in a pane that the query of the address opens, so changing the query asks too.
 */
export function useLeaveWarning(unsaved: boolean, question: Question, isInPane = false): void {
  const { title, text, action } = question;
  // A layout effect ends as soon as the form is removed. A normal effect would end later, and would warn about a form
  // that is gone.
  useLayoutEffect(() => {
    if (!unsaved) return;
    const warning: LeaveWarning = {
      question: { title, text, action },
      guardedAddress: ({ pathname, search }) => (isInPane ? pathname + search : pathname),
    };
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    warnings.add(warning);
    addEventListener("beforeunload", preventUnload);
    return () => {
      warnings.delete(warning);
      removeEventListener("beforeunload", preventUnload);
    };
  }, [unsaved, isInPane, title, text, action]);
}

/**
 * Asks before leaving a page with unsaved changes. Render this component only once, because a router with several
 * blockers asks only the last one.
 */
export function LeaveWarnings(): null {
  const shownWarning = useRef<LeaveWarning>(undefined);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (nextLocation.state?.staying === true) return false;
    shownWarning.current = [...warnings].findLast(
      ({ guardedAddress }) => guardedAddress(currentLocation) !== guardedAddress(nextLocation),
    );
    return shownWarning.current !== undefined;
  });
  useEffect(() => {
    if (blocker.state !== "blocked" || !shownWarning.current) return;
    void confirm({ ...shownWarning.current.question, isAboutLeaving: true }).then((isConfirmed) =>
      isConfirmed ? blocker.proceed() : blocker.reset(),
    );
  }, [blocker]);
  return null;
}
