import { isLanguage } from "@kakehashi/contract/languages";
import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatFor } from "../format.ts";
import { SyncLayersWithRouter } from "../layers.ts";
import { queryClient } from "../query.ts";
import { FormatContext } from "../use-format.ts";
import { ConfirmationDialog } from "./confirm.tsx";
import { MantineComponents } from "./mantine.tsx";
import { Tooltips } from "./tips.tsx";
import { Toasts } from "./toast.tsx";
import { LeaveWarnings } from "./use-leave-warning.ts";

/** Loads the list of fonts that only some pages need, after the page has loaded. */
export function loadMoreFonts(): Promise<unknown> {
  return import("./fonts-workspace.ts");
}

/**
 * Loads `keep-focus.ts` after the page, and starts it. The page works without it, so an error of loading is ignored.
 */
function keepFocusOnceLoaded(): () => void {
  let isEnded = false;
  let stop: (() => void) | undefined;
  import("./keep-focus.ts").then(
    ({ keepFocus }) => {
      if (!isEnded) stop = keepFocus();
    },
    () => undefined,
  );
  return () => {
    isEnded = true;
    stop?.();
  };
}

/** The providers around every page that runs React: components, data, dialogs, toasts. */
export function Frame({ children }: { children: ReactNode }) {
  const [client] = useState(queryClient);
  const { language } = useTranslation().i18n;
  useEffect(() => void loadMoreFonts(), []);
  useEffect(keepFocusOnceLoaded, []);
  return (
    <QueryClientProvider client={client}>
      <FormatContext value={formatFor(isLanguage(language) ? language : "en")}>
        <MantineComponents>
          {children}
          <ConfirmationDialog />
          <LeaveWarnings />
          <SyncLayersWithRouter />
          <Tooltips />
          <Toasts />
        </MantineComponents>
      </FormatContext>
    </QueryClientProvider>
  );
}
