import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useBlocker } from "react-router";
import { confirm } from "../../kit/ui/confirm.tsx";

/** Asks before a page is left whose changes are not saved: by its links, and by the browser's own ways. */
export function useLeaveWarning(unsaved: boolean): void {
  const { t } = useTranslation("profiles");
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    void confirm({ title: t("leaveTitle"), text: t("leaveText"), action: t("leaveAction") }).then((leave) =>
      leave ? blocker.proceed() : blocker.reset(),
    );
  }, [blocker, t]);
  useEffect(() => {
    if (!unsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [unsaved]);
}
