import { IconPencilPlus } from "@tabler/icons-react";
import { memo, Suspense, type SyntheticEvent, useState } from "react";
import { loadTexts } from "../../i18n/browser.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { createSamePageCheck } from "../../kit/same-page-check.ts";
import { useStableNavigate } from "../../kit/stable-link.tsx";
import { toastError } from "../../kit/toast.ts";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { PageHeader } from "../../kit/ui/page-header.tsx";
import { createLazyComponent, EmptyLoadFailedFallback } from "../../kit/ui/part.tsx";
import { useRememberedTab } from "../../kit/use-remembered-tab.ts";
import styles from "./list-pane.module.css";
import { type ListTab, ListTabs } from "./list-tabs.tsx";
import { conversationRowAt } from "./row.tsx";
import { StartDialog } from "./start-dialog.tsx";

const RoomMenu = createLazyComponent(async () => {
  const [menuModule] = await Promise.all([import("./room-menu.tsx"), loadTexts("room")]);
  return menuModule.RoomMenu;
}, EmptyLoadFailedFallback);

interface ListPaneProps {
  userId: string;
  isAlone: boolean;
  /** The tabs in the order of display. At first, the first tab is open. */
  tabs: readonly ListTab[];
}

/**
 * The pane with the list of conversations. With `isAlone`, it fills the page. Otherwise the open conversation is shown
 * beside it. It is memoised, because rendering the list again at each navigation would be slow.
 */
export const ConversationListPane = memo(function ListPane({ userId, isAlone, tabs }: ListPaneProps) {
  const { t } = useTranslation("conversations");
  const navigate = useStableNavigate();
  const [isStartDialogOpen, setIsStartDialogOpen] = useState(false);
  const tabKeys = tabs.map(({ key }) => key);
  const [firstTab = ""] = tabKeys;
  const [openTabKey, openTab] = useRememberedTab("/chat", tabKeys, firstTab);
  const TabContent = tabs.find(({ key }) => key === openTabKey)?.Content;
  /**
   * The last event on a row that concerns the row's menu. A hover or focus only loads the menu's code. A `contextmenu`
   * event also opens the menu.
   */
  const [menuRequest, setMenuRequest] = useState<{ event: Event; pane: HTMLElement } | null>(null);

  function openRowMenu({ nativeEvent: event, currentTarget: pane }: SyntheticEvent<HTMLElement>): void {
    if (!conversationRowAt(event.target)) return;
    if (event.type === "contextmenu") event.preventDefault();
    else if (menuRequest) return;
    setMenuRequest({ event, pane });
  }

  function openListTab({ key, getAddress }: ListTab): void {
    const isStillShown = createSamePageCheck();
    if (!getAddress) openTab(key);
    else
      getAddress().then((address) => {
        if (!isStillShown()) return;
        // Some tabs open a conversation instead of a list. In that case show the first tab, because its list marks the
        // open conversation.
        if (address.startsWith("/chat/")) openTab(firstTab);
        void navigate(address, { replace: location.pathname === address });
      }, toastError);
  }

  return (
    <section className={styles.pane} aria-label={t("list")}>
      <PageHeader
        headingLevel={isAlone ? 1 : 2}
        title={t("title")}
        actions={
          <IconButton label={t("start")} onClick={() => setIsStartDialogOpen(true)} tooltipSide="bottom">
            <IconPencilPlus size={20} stroke={1.6} />
          </IconButton>
        }
      />
      <div className={styles.scroll}>
        <ListTabs tabs={tabs} openTabKey={openTabKey} onOpen={openListTab} />
        <div
          className={styles.panel}
          id="chat-tabs-panel"
          role="tabpanel"
          aria-labelledby={`chat-tabs-${openTabKey}`}
          onPointerOver={openRowMenu}
          onFocus={openRowMenu}
          onContextMenu={openRowMenu}
        >
          {TabContent && (
            <TabContent key={openTabKey} userId={userId} openStartDialog={() => setIsStartDialogOpen(true)} />
          )}
          {menuRequest && (
            <Suspense fallback={null}>
              <RoomMenu requestEvent={menuRequest.event} pane={menuRequest.pane} userId={userId} />
            </Suspense>
          )}
        </div>
      </div>
      <StartDialog opened={isStartDialogOpen} onClose={() => setIsStartDialogOpen(false)} />
    </section>
  );
});
