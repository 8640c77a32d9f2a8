import "@mantine/core/styles/Menu.layer.css";
import "@mantine/core/styles/ScrollArea.layer.css";
import { Menu as Base, type MenuDropdownProps, type MenuProps } from "@mantine/core";
import { useState } from "react";
import { useLayer } from "../layers.ts";
import styles from "./menu.module.css";

/** A menu with a button. Its parts are `Menu.Target`, `Menu.Dropdown`, `Menu.Item` … */
export function Menu(props: MenuProps) {
  const [isOpenedByButton, setIsOpenedByButton] = useState(false);
  const isOpened = props.opened ?? isOpenedByButton;
  function change(isOpen: boolean): void {
    setIsOpenedByButton(isOpen);
    props.onChange?.(isOpen);
  }
  useLayer(isOpened, () => change(false));
  return <Base {...props} opened={isOpened} onChange={change} closeOnEscape={false} classNames={styles} />;
}
Menu.Target = Base.Target;
Menu.Dropdown = TopLayerDropdown;
Menu.Item = Base.Item;
Menu.Label = Base.Label;
Menu.Divider = Base.Divider;
Menu.RadioGroup = Base.RadioGroup;
Menu.RadioItem = Base.RadioItem;

/**
 * Render the menu in the browser's top layer. Otherwise the stacking context around its button would let other parts of
 * the page cover it.
 */
function TopLayerDropdown(props: MenuDropdownProps) {
  return <Base.Dropdown {...props} popover="manual" ref={showInTopLayer} />;
}
function showInTopLayer(dropdown: HTMLDivElement | null): void {
  if (dropdown && !dropdown.matches(":popover-open")) dropdown.showPopover();
}
