import { type ComponentType, type ReactNode, use, useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../api-error.ts";
import { toast } from "../toast.ts";
import { FailedState } from "./states.tsx";

interface Again {
  /** Loads the code again. */
  readonly retry: () => void;
}

/**
 * A component whose code is loaded when it is first rendered, inside a `Suspense`. If loading fails,
 * `Fallback` is shown instead and the rest of the page stays. Rendering it again retries.
 */
export function part<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Missing: ComponentType<NoInfer<P> & Again> = MissingPane,
): ComponentType<P> {
  let asked: Promise<ComponentType<P> | null> | undefined;
  const forget = () => {
    asked = undefined;
  };
  return function Part(props: P) {
    const [tries, setTries] = useState(0);
    asked ??= load().catch(() => null);
    const Loaded = use(asked);
    if (Loaded) return <Loaded {...props} />;
    const retry = () => {
      forget();
      setTries(tries + 1);
    };
    return (
      <Lost key={tries} forget={forget}>
        <Missing {...props} retry={retry} />
      </Lost>
    );
  };
}

function Lost({ forget, children }: { forget: () => void; children: ReactNode }) {
  useEffect(() => forget, [forget]);
  return children;
}

const unreached = new ApiError(0, "NETWORK", "");

/** The fallback of a pane: shows the failure with a retry button, and retries after a reconnect. */
function MissingPane({ retry }: Again) {
  const again = useEffectEvent(retry);
  useEffect(() => {
    const back = () => again();
    addEventListener("online", back);
    return () => removeEventListener("online", back);
  }, []);
  return <FailedState error={unreached} retry={retry} />;
}

/** The fallback of a decoration: shows nothing. */
export const MissingQuietly = (): ReactNode => null;

/** A fallback that shows a toast: loading failed. */
export function MissingToast(): ReactNode {
  const { t } = useTranslation();
  const tell = useEffectEvent(() =>
    toast(t("sentences", { first: t("loadFailed"), second: t("offlineText") }), "error"),
  );
  useEffect(() => tell(), []);
  return null;
}

interface Closable {
  readonly opened?: boolean;
  readonly onClose: () => void;
}

/** The fallback of a dialog: counts it as closed again, so that opening it retries. */
export function MissingDialog({ opened = true, onClose, retry }: Closable & Again): ReactNode {
  const [closed, setClosed] = useState(false);
  if (!opened && !closed) setClosed(true);
  const close = useEffectEvent(onClose);
  useEffect(() => close(), []);
  const reopen = useEffectEvent(retry);
  useEffect(() => {
    if (opened && closed) reopen();
  }, [opened, closed]);
  return <MissingToast />;
}
