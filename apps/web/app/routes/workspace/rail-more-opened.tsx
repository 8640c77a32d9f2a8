import { Link, useLocation } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Menu } from "../../kit/ui/menu.tsx";
import { useOpenWhenLoaded } from "../../kit/ui/open-when-loaded.ts";
import { NavigationEntryBadge } from "./rail-count.tsx";
import { isPageOfEntry, type NavigationEntry, navigationNamespaces } from "./rail-entries.tsx";
import { MoreNavigationButton } from "./rail-more-button.tsx";

/** The menu with the last entries of a phone's navigation bar. Its code is loaded when the menu is first opened. */
export function OpenedMoreNavigationMenu({ entries }: { entries: readonly NavigationEntry[] }) {
  const { t } = useTranslation(navigationNamespaces);
  const { pathname } = useLocation();
  const { target, opened, setOpened } = useOpenWhenLoaded();
  return (
    <Menu position="top" offset={8} opened={opened} onChange={setOpened}>
      <Menu.Target>
        <MoreNavigationButton ref={target} entries={entries} />
      </Menu.Target>
      <Menu.Dropdown>
        {entries.map((entry) => (
          <Menu.Item
            key={entry.to}
            component={Link}
            to={entry.to}
            leftSection={<entry.Icon size={18} stroke={1.6} aria-hidden="true" />}
            rightSection={<NavigationEntryBadge entry={entry} />}
            aria-current={isPageOfEntry(pathname, entry) ? "page" : undefined}
          >
            {t(entry.name)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
