import { useEffect, useLayoutEffect, useRef } from "react";
import { type Location, useBlocker } from "react-router";
import { confirm, type Question } from "./confirm.tsx";

/** Navigation state for changes of the address that keep the editor open, such as a new post getting its id. */
export const keepEditorOpenState = { staying: true };

interface Warning {
  readonly question: Question;
  /** The part of the address that must change for the warning to appear. */
  readonly guardedAddress: (location: Location) => string;
}
/** All unsaved changes, newest last. */
const warnings = new Set<Warning>();

/**
 * Asks before leaving a page with unsaved changes, by links or by the browser. With `isInPane`, the changes
 * are in a pane that the query of the address opens, so changing the query asks too.
 */
export function useLeaveWarning(unsaved: boolean, question: Question, isInPane = false): void {
  const { title, text, action } = question;
  // A layout effect ends together with the form. A later effect would still warn after the form is gone.
  useLayoutEffect(() => {
    if (!unsaved) return;
    const warning: Warning = {
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

/** Asks before leaving. Render it once: a router with several blockers asks only the last. */
export function LeaveWarnings(): null {
  const shownWarning = useRef<Warning>(undefined);
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
