import { useEffect, useLayoutEffect, useRef } from "react";
import { type Location, useBlocker } from "react-router";
import { confirm, type Question } from "./confirm.tsx";

/** State of a navigation that stays with what is being written, such as to the address that it was just given. */
export const staying = { staying: true };

interface Warning {
  readonly question: Question;
  /** What of an address has to stay as it is. */
  readonly placeOf: (location: Location) => string;
}
/** Of all that is changed and not saved; the newest last. */
const warnings = new Set<Warning>();

/**
 * Asks before a page is left whose changes are not saved: by its links, and by the browser's own ways. `beside`: what is
 * changed stands in a pane that the rest of the address opened.
 */
export function useLeaveWarning(unsaved: boolean, question: Question, beside = false): void {
  const { title, text, action } = question;
  // A layout effect ends in the same step as the form goes. A later one would ask about changes that are no longer there.
  useLayoutEffect(() => {
    if (!unsaved) return;
    const warning: Warning = {
      question: { title, text, action },
      placeOf: ({ pathname, search }) => (beside ? pathname + search : pathname),
    };
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    warnings.add(warning);
    addEventListener("beforeunload", warn);
    return () => {
      warnings.delete(warning);
      removeEventListener("beforeunload", warn);
    };
  }, [unsaved, beside, title, text, action]);
}

/** Where it is asked: once in a page, because of several blockers a router asks the last alone. */
export function LeaveWarnings(): null {
  const asking = useRef<Warning>(undefined);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (nextLocation.state?.staying === true) return false;
    asking.current = [...warnings].findLast(
      ({ placeOf }) => placeOf(currentLocation) !== placeOf(nextLocation),
    );
    return asking.current !== undefined;
  });
  useEffect(() => {
    if (blocker.state !== "blocked" || !asking.current) return;
    void confirm({ ...asking.current.question, leaving: true }).then((leave) =>
      leave ? blocker.proceed() : blocker.reset(),
    );
  }, [blocker]);
  return null;
}
