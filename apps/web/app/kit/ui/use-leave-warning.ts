import { useEffect } from "react";
import { type Location, useBlocker } from "react-router";
import { confirm, type Question } from "./confirm.tsx";

/** State of a navigation that stays with what is being written, such as to the address that it was just given. */
export const staying = { staying: true };

/**
 * Asks before a page is left whose changes are not saved: by its links, and by the browser's own ways. `beside`: what is
 * changed stands in a pane that the rest of the address opened.
 */
export function useLeaveWarning(unsaved: boolean, question: Question, beside = false): void {
  const placeOf = ({ pathname, search }: Location) => (beside ? pathname + search : pathname);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved && placeOf(currentLocation) !== placeOf(nextLocation) && nextLocation.state?.staying !== true,
  );
  const { title, text, action } = question;
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    void confirm({ title, text, action, leaving: true }).then((leave) =>
      leave ? blocker.proceed() : blocker.reset(),
    );
  }, [blocker, title, text, action]);
  useEffect(() => {
    if (!unsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [unsaved]);
}
