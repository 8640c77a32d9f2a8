import "@mantine/core/styles/Menu.layer.css";
import "@mantine/core/styles/ScrollArea.layer.css";
import { Menu as Base, type MenuProps } from "@mantine/core";
import styles from "./menu.module.css";

/** A menu on a button; its parts are `Menu.Target`, `Menu.Dropdown`, `Menu.Item` … */
export function Menu(props: MenuProps) {
  return <Base {...props} classNames={styles} />;
}
Menu.Target = Base.Target;
Menu.Dropdown = Base.Dropdown;
Menu.Item = Base.Item;
Menu.Label = Base.Label;
Menu.Divider = Base.Divider;
Menu.RadioGroup = Base.RadioGroup;
Menu.RadioItem = Base.RadioItem;
