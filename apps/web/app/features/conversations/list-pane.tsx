import { IconPencilPlus } from "@tabler/icons-react";
import { memo, Suspense, type SyntheticEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { loadTexts } from "../../i18n/browser.ts";
import { useSteadyNavigate } from "../../kit/steady.tsx";
import { stillHere } from "../../kit/still-here.ts";
import { toastError } from "../../kit/toast.ts";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { PageHeader } from "../../kit/ui/page-header.tsx";
import { MissingQuietly, part } from "../../kit/ui/part.tsx";
import { useTab } from "../../kit/use-tab.ts";
import styles from "./list-pane.module.css";
import { type ListTab, ListTabs } from "./list-tabs.tsx";
import { rowAt } from "./row.tsx";
import { StartDialog } from "./start-dialog.tsx";

const RoomMenu = part(async () => {
  const [menu] = await Promise.all([import("./room-menu.tsx"), loadTexts("room")]);
  return menu.RoomMenu;
}, MissingQuietly);

interface Props {
  userId: string;
  alone: boolean;
  /** In display order. The first one is open initially. */
  tabs: readonly ListTab[];
}

/** The list of conversations, beside an open one or `alone`. Memoised: opening another one changes only two rows. */
export const ListPane = memo(function ListPane({ userId, alone, tabs }: Props) {
  const { t } = useTranslation("conversations");
  const navigate = useSteadyNavigate();
  const [starting, setStarting] = useState(false);
  const keys = tabs.map(({ key }) => key);
  const [first = ""] = keys;
  const [open, openTab] = useTab("/chat", keys, first);
  const Content = tabs.find(({ key }) => key === open)?.Content;
  /** The latest event that may open a row's menu: the first hover or focus, then each request for a menu. */
  const [asked, setAsked] = useState<{ event: Event; pane: HTMLElement } | null>(null);

  function reach({ nativeEvent: event, currentTarget: pane }: SyntheticEvent<HTMLElement>): void {
    if (!rowAt(event.target)) return;
    if (event.type === "contextmenu") event.preventDefault();
    else if (asked) return;
    setAsked({ event, pane });
  }

  function choose({ key, leadsTo }: ListTab): void {
    const isHere = stillHere();
    if (!leadsTo) openTab(key);
    else
      leadsTo().then((address) => {
        if (!isHere()) return;
        // The first tab lists all conversations, so the opened one is marked there.
        if (address.startsWith("/chat/")) openTab(first);
        void navigate(address, { replace: location.pathname === address });
      }, toastError);
  }

  return (
    <section className={styles.pane} aria-label={t("list")}>
      <PageHeader
        level={alone ? 1 : 2}
        title={t("title")}
        actions={
          <IconButton label={t("start")} onClick={() => setStarting(true)} tooltipSide="bottom">
            <IconPencilPlus size={20} stroke={1.6} />
          </IconButton>
        }
      />
      <div className={styles.scroll}>
        <ListTabs tabs={tabs} open={open} onOpen={choose} />
        <div
          className={styles.panel}
          id="chat-tabs-panel"
          role="tabpanel"
          aria-labelledby={`chat-tabs-${open}`}
          onPointerOver={reach}
          onFocus={reach}
          onContextMenu={reach}
        >
          {Content && <Content key={open} userId={userId} start={() => setStarting(true)} />}
          {asked && (
            <Suspense fallback={null}>
              <RoomMenu asked={asked.event} pane={asked.pane} userId={userId} />
            </Suspense>
          )}
        </div>
      </div>
      <StartDialog opened={starting} onClose={() => setStarting(false)} />
    </section>
  );
});
