import { useEffect, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import styles from "./banner.module.css";
import { liveStatus, onLiveStatus, wasConnected } from "./connection.ts";

/** Milliseconds without a connection before it is worth a word: a quick reconnect goes unnoticed. */
const patience = 2500;

/** Says that the live channel is down, while it is. */
export function LiveBanner() {
  const { t } = useTranslation("live");
  const status = useSyncExternalStore(onLiveStatus, liveStatus, () => "off" as const);
  const down = status === "waiting" || status === "connecting";
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!down) return setShown(false);
    const timer = setTimeout(() => setShown(true), patience);
    return () => clearTimeout(timer);
  }, [down]);
  return (
    <div className={styles.region} role="status">
      {shown && (
        <p className={styles.banner}>
          <span className={styles.dot} aria-hidden="true" />
          {t(navigator.onLine && wasConnected() ? "reconnecting" : "offline")}
        </p>
      )}
    </div>
  );
}
