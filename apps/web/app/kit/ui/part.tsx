import { type ComponentType, type ReactNode, use, useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../api-error.ts";
import { toast } from "../toast.ts";
import { FailedState } from "./states.tsx";

interface RetryProps {
  /** Tries again to load the component's code. */
  readonly retry: () => void;
}

/**
 * Makes a component whose code is loaded when it is first rendered, inside a `Suspense`. If loading fails, `Fallback`
 * is shown instead and the other parts of the page stay. If the component is rendered again, it tries again to load.
 */
export function createLazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Fallback: ComponentType<NoInfer<P> & RetryProps> = LoadFailedPane,
): ComponentType<P> {
  let loading: Promise<ComponentType<P> | null> | undefined;
  const resetLoading = () => {
    loading = undefined;
  };
  return function LazyPart(props: P) {
    const [attempt, setAttempt] = useState(0);
    loading ??= load().catch(() => null);
    const Loaded = use(loading);
    if (Loaded) return <Loaded {...props} />;
    const retry = () => {
      resetLoading();
      setAttempt(attempt + 1);
    };
    return (
      <ResetOnUnmount key={attempt} reset={resetLoading}>
        <Fallback {...props} retry={retry} />
      </ResetOnUnmount>
    );
  };
}

function ResetOnUnmount({ reset, children }: { reset: () => void; children: ReactNode }) {
  useEffect(() => reset, [reset]);
  return children;
}

const offlineError = new ApiError(0, "NETWORK", "");

/** The fallback of a pane: shows the failure with a retry button, and retries after a reconnect. */
function LoadFailedPane({ retry }: RetryProps) {
  const retryLatest = useEffectEvent(retry);
  useEffect(() => {
    const onReconnect = () => retryLatest();
    addEventListener("online", onReconnect);
    return () => removeEventListener("online", onReconnect);
  }, []);
  return <FailedState error={offlineError} retry={retry} />;
}

/** The fallback of a component that only decorates the page. Shows nothing. */
export const LoadFailedSilently = (): ReactNode => null;

/** A fallback that shows a toast with the text that loading failed. */
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

/** A toast in place of a dialog whose code failed to load. It closes the dialog, so that opening it again retries. */
export function LoadFailedDialog({ opened = true, onClose, retry }: ClosableProps & RetryProps): ReactNode {
  const [closed, setClosed] = useState(false);
  if (!opened && !closed) setClosed(true);
  const close = useEffectEvent(onClose);
  useEffect(() => close(), []);
  const reopen = useEffectEvent(retry);
  useEffect(() => {
    if (opened && closed) reopen();
  }, [opened, closed]);
  return <LoadFailedToast />;
}
