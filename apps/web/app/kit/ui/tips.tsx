import { useEffect, useRef } from "react";
import { showTooltips } from "./tip.ts";
import styles from "./tips.module.css";

/** Shows the tooltips of icon buttons. Render it once. Screen readers use the buttons' accessible names instead. */
export function Tooltips() {
  const tooltipElement = useRef<HTMLDivElement>(null);
  useEffect(() => (tooltipElement.current ? showTooltips(tooltipElement.current) : undefined), []);
  return <div ref={tooltipElement} className={styles.tip} popover="manual" aria-hidden="true" />;
}
