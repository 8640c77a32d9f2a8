import { isLanguage } from "@kakehashi/contract/languages";
import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { getLocaleFormat } from "../format.ts";
import { SyncLayersWithRouter } from "../layers.ts";
import { getQueryClient } from "../query.ts";
import { FormatterContext } from "../use-format.ts";
import { ConfirmationDialog } from "./confirm.tsx";
import { MantineComponents } from "./mantine.tsx";
import { Tooltips } from "./tips.tsx";
import { Toasts } from "./toast.tsx";
import { LeaveWarnings } from "./use-leave-warning.ts";

/**
 * Loads the list of the fonts that only some pages need. The list is long, so it is not part of the styles that every
 * page loads first.
 */
export function loadMoreFonts(): Promise<unknown> {
  return import("./fonts-workspace.ts");
}

/**
 * After the page has loaded, loads and starts `keep-focus.ts`. Ignores a loading error, because the page works without
 * it.
 */
function keepFocusOnceLoaded(): () => void {
  let isStopped = false;
  let stopKeepingFocus: (() => void) | undefined;
  import("./keep-focus.ts").then(
    ({ startFocusRecovery: keepFocus }) => {
      if (!isStopped) stopKeepingFocus = keepFocus();
    },
    () => undefined,
  );
  return () => {
    isStopped = true;
    stopKeepingFocus?.();
  };
}

/** The providers around every page with React: components, data, dialogs and toasts. */
export function AppProviders({ children }: { children: ReactNode }) {
  const [client] = useState(getQueryClient);
  const { language } = useTranslation().i18n;
  useEffect(() => void loadMoreFonts(), []);
  useEffect(keepFocusOnceLoaded, []);
  return (
    <QueryClientProvider client={client}>
      <FormatterContext value={getLocaleFormat(isLanguage(language) ? language : "en")}>
        <MantineComponents>
          {children}
          <ConfirmationDialog />
          <LeaveWarnings />
          <SyncLayersWithRouter />
          <Tooltips />
          <Toasts />
        </MantineComponents>
      </FormatterContext>
    </QueryClientProvider>
  );
}
