import "@mantine/core/styles/Menu.layer.css";
import "@mantine/core/styles/ScrollArea.layer.css";
import { Menu as Base, type MenuDropdownProps, type MenuProps } from "@mantine/core";
import { useState } from "react";
import { useLayer } from "../layers.ts";
import styles from "./menu.module.css";

/** A menu with a button. Its parts are `Menu.Target`, `Menu.Dropdown`, `Menu.Item` … */
export function Menu(props: MenuProps) {
  const [ownOpened, setOwnOpened] = useState(false);
  const opened = props.opened ?? ownOpened;
  function change(isOpen: boolean): void {
    setOwnOpened(isOpen);
    props.onChange?.(isOpen);
  }
  useLayer(opened, () => change(false));
  return <Base {...props} opened={opened} onChange={change} closeOnEscape={false} classNames={styles} />;
}
Menu.Target = Base.Target;
Menu.Dropdown = Dropdown;
Menu.Item = Base.Item;
Menu.Label = Base.Label;
Menu.Divider = Base.Divider;
Menu.RadioGroup = Base.RadioGroup;
Menu.RadioItem = Base.RadioItem;

/**
 * The menu is rendered in the browser's top layer, because a stacking context around its button would keep it below the
 * page.
 */
function Dropdown(props: MenuDropdownProps) {
  return <Base.Dropdown {...props} popover="manual" ref={showInTopLayer} />;
}
function showInTopLayer(dropdown: HTMLDivElement | null): void {
  if (dropdown && !dropdown.matches(":popover-open")) dropdown.showPopover();
}
