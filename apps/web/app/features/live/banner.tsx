import { useEffect, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import styles from "./banner.module.css";
import { liveStatus, onLiveStatus, wasConnected } from "./connection.ts";

/** The banner appears after this many milliseconds offline, so that a quick reconnect goes unnoticed. */
const showAfterMs = 2500;

/** A banner that is shown while the live connection is lost. */
export function LiveBanner() {
  const { t } = useTranslation("live");
  const status = useSyncExternalStore(onLiveStatus, liveStatus, () => "off" as const);
  const isDown = status === "waiting" || status === "connecting";
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    if (!isDown) return setIsShown(false);
    const timer = setTimeout(() => setIsShown(true), showAfterMs);
    return () => clearTimeout(timer);
  }, [isDown]);
  return (
    <div className={styles.region} role="status">
      {isShown && (
        <p className={styles.banner}>
          <span className={styles.dot} aria-hidden="true" />
          {t(navigator.onLine && wasConnected() ? "reconnecting" : "offline")}
        </p>
      )}
    </div>
  );
}
