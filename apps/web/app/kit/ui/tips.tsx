import { useEffect, useRef } from "react";
import { showTooltips } from "./tip.ts";
import styles from "./tips.module.css";

/** Shows the tooltips of icon buttons. Render it once. Screen readers use the buttons' accessible names instead. */
export function Tooltips() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => (box.current ? showTooltips(box.current) : undefined), []);
  return <div ref={box} className={styles.tip} popover="manual" aria-hidden="true" />;
}
