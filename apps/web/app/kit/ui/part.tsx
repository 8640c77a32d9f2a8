import { type ComponentType, type ReactNode, use, useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { ApiError } from "../api-error.ts";
import { toast } from "../toast.ts";
import { FailedState } from "./states.tsx";

interface RetryProps {
  /** Tries again to load the component's code. */
  readonly retry: () => void;
}

/**
 * Creates a component whose code is loaded at its first rendering. Render it inside of `Suspense`. If loading fails,
 * `Fallback` is shown instead, and the rest of the page stays. The next mount then tries to load the code again.
 */
export function createLazyComponent<P extends object>(
  loadComponent: () => Promise<ComponentType<P>>,
  Fallback: ComponentType<NoInfer<P> & RetryProps> = LoadFailedPane,
): ComponentType<P> {
  let componentPromise: Promise<ComponentType<P> | null> | undefined;
  const resetLoading = () => {
    componentPromise = undefined;
  };
  return function LazyComponent(props: P) {
    const [attempt, setAttempt] = useState(0);
    componentPromise ??= loadComponent().catch(() => null);
    const Loaded = use(componentPromise);
    if (Loaded) return <Loaded {...props} />;
    const retryLoading = () => {
      resetLoading();
      setAttempt(attempt + 1);
    };
    return (
      <ResetOnUnmount key={attempt} reset={resetLoading}>
        <Fallback {...props} retry={retryLoading} />
      </ResetOnUnmount>
    );
  };
}

function ResetOnUnmount({ reset: resetOnUnmount, children }: { reset: () => void; children: ReactNode }) {
  useEffect(() => resetOnUnmount, [resetOnUnmount]);
  return children;
}

const offlineError = new ApiError(0, "NETWORK", "");

/** The fallback of a pane: says that loading has failed, has a retry button, and retries after a reconnect. */
function LoadFailedPane({ retry }: RetryProps) {
  const retryLoading = useEffectEvent(retry);
  useEffect(() => {
    const onReconnect = () => retryLoading();
    addEventListener("online", onReconnect);
    return () => removeEventListener("online", onReconnect);
  }, []);
  return <FailedState error={offlineError} retry={retry} />;
}

/** The fallback of a decorative component. Renders nothing. */
export const EmptyLoadFailedFallback = (): ReactNode => null;

/** A fallback that shows a toast about the failed loading. */
export function LoadFailedToast(): ReactNode {
  const { t } = useTranslation();
  const showToast = useEffectEvent(() =>
    toast(t("sentences", { first: t("loadFailed"), second: t("offlineText") }), "error"),
  );
  useEffect(() => showToast(), []);
  return null;
}

interface ClosableProps {
  readonly opened?: boolean;
  readonly onClose: () => void;
}

/**
 * The fallback of a dialog whose code has failed to load. Shows a toast and closes the dialog. When the dialog is
 * opened again, the code is loaded again.
 */
export function DialogLoadFailedToast({
  opened = true,
  onClose,
  retry,
}: ClosableProps & RetryProps): ReactNode {
  const [isClosed, setIsClosed] = useState(false);
  if (!opened && !isClosed) setIsClosed(true);
  const closeDialog = useEffectEvent(onClose);
  useEffect(() => closeDialog(), []);
  const retryLoading = useEffectEvent(retry);
  useEffect(() => {
    if (opened && isClosed) retryLoading();
  }, [opened, isClosed]);
  return <LoadFailedToast />;
}
