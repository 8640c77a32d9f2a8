import { IconChevronDown } from "@tabler/icons-react";
import type { ComponentProps } from "react";
import { IconButton } from "./icon-button.tsx";
import styles from "./tabs.module.css";

export interface TabItem<T extends string> {
  readonly key: T;
  readonly label: string;
  readonly count?: { readonly value: number; readonly label: string };
  /** It opens another page, not the panel. */
  readonly leadsAway?: boolean;
}

export interface TabListProps<T extends string> {
  label: string;
  tabs: readonly TabItem<T>[];
  open: T;
  onOpen: (tab: T) => void;
}

/** What opens the menu of all tabs. */
export function TabsButton(props: Omit<ComponentProps<typeof IconButton>, "size" | "children">) {
  return (
    <IconButton size={30} tooltipSide="bottom" className={styles.all ?? ""} aria-haspopup="menu" {...props}>
      <IconChevronDown size={18} stroke={1.6} />
    </IconButton>
  );
}
