import { Count } from "./badge.tsx";
import { useLateOpening } from "./late.ts";
import { Menu } from "./menu.tsx";
import styles from "./tabs.module.css";
import { type TabListProps, TabsButton } from "./tabs-button.tsx";

/** All tabs of a row that does not show them all; loaded when it is first opened. */
export function TabsMenu({ label, tabs, open, onOpen }: TabListProps<string>) {
  const { target, opened, setOpened } = useLateOpening();
  return (
    <Menu position="bottom-end" opened={opened} onChange={setOpened}>
      <Menu.Target>
        <TabsButton ref={target} label={label} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={open} onChange={onOpen}>
          {tabs.map(({ key, label: text, count }) => (
            <Menu.RadioItem key={key} value={key} closeMenuOnClick>
              <span className={styles.choice}>
                {text}
                {count && <Count value={count.value} label={count.label} />}
              </span>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
