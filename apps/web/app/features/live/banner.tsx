import { useEffect, useState, useSyncExternalStore } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import styles from "./banner.module.css";
import { getLiveStatus, onLiveStatus, wasEverConnected } from "./connection.ts";

/**
 * The banner appears only after this many milliseconds without a connection, so that a quick reconnect shows no banner.
 */
const showAfterMs = 2500;

/** A banner that is shown while the live connection is lost. */
export function ConnectionLostBanner() {
  const { t } = useTranslation("live");
  const status = useSyncExternalStore(onLiveStatus, getLiveStatus, () => "off" as const);
  const isConnectionLost = status === "waiting" || status === "connecting";
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    if (!isConnectionLost) return setIsShown(false);
    const timer = setTimeout(() => setIsShown(true), showAfterMs);
    return () => clearTimeout(timer);
  }, [isConnectionLost]);
  return (
    <div className={styles.region} role="status">
      {isShown && (
        <p className={styles.banner}>
          <span className={styles.dot} aria-hidden="true" />
          {t(navigator.onLine && wasEverConnected() ? "reconnecting" : "offline")}
        </p>
      )}
    </div>
  );
}
