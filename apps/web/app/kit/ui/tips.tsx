import { useEffect, useRef } from "react";
import { followTips } from "./tip.ts";
import styles from "./tips.module.css";

/** Where the names of buttons that show only an icon appear: once in a page. A screen reader has them already. */
export function Tips() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => (box.current ? followTips(box.current) : undefined), []);
  return <div ref={box} className={styles.tip} popover="manual" aria-hidden="true" />;
}
