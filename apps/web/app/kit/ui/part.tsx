import { type ComponentType, type ReactNode, use, useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../api-error.ts";
import { toast } from "../toast.ts";
import { FailedState } from "./states.tsx";

interface Again {
  /** Tries to load the part once more. */
  readonly retry: () => void;
}

/**
 * A part of a page whose code comes when it is first drawn; inside a `Suspense`. Where its code cannot be loaded, what
 * stands around it stays as it is, and `Missing` takes the place of the part. Whoever comes back to it tries again.
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

/** In a pane: says what happened, has a button to try again, and tries by itself where a connection may be back. */
function MissingPane({ retry }: Again) {
  const again = useEffectEvent(retry);
  useEffect(() => {
    const back = () => again();
    addEventListener("online", back);
    return () => removeEventListener("online", back);
  }, []);
  return <FailedState error={unreached} retry={retry} />;
}

/** For what decorates: it is not there. */
export const MissingQuietly = (): ReactNode => null;

/** Says at the edge of the page that what was pressed does not come. */
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

/** For a window above the page: it counts as closed again, and opening it once more tries again. */
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
