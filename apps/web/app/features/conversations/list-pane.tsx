import { IconPencilPlus } from "@tabler/icons-react";
import { memo, Suspense, type SyntheticEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { loadTexts } from "../../i18n/browser.ts";
import { useStableNavigate } from "../../kit/stable-link.tsx";
import { toastError } from "../../kit/toast.ts";
import { trackCurrentPage } from "../../kit/track-current-page.ts";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { PageHeader } from "../../kit/ui/page-header.tsx";
import { createLazyPart, LoadFailedSilently } from "../../kit/ui/part.tsx";
import { useTab } from "../../kit/use-tab.ts";
import styles from "./list-pane.module.css";
import { type ListTab, ListTabs } from "./list-tabs.tsx";
import { conversationRowAt } from "./row.tsx";
import { StartDialog } from "./start-dialog.tsx";

const RoomMenu = createLazyPart(async () => {
  const [menu] = await Promise.all([import("./room-menu.tsx"), loadTexts("room")]);
  return menu.RoomMenu;
}, LoadFailedSilently);

interface Props {
  userId: string;
  isAlone: boolean;
  /** The tabs in display order. The first one is open initially. */
  tabs: readonly ListTab[];
}

/**
 * The list of conversations, beside the open conversation, or alone with `isAlone`. It is memoised: opening another
 * conversation renders only two rows again.
 */
export const ListPane = memo(function ListPane({ userId, isAlone, tabs }: Props) {
  const { t } = useTranslation("conversations");
  const navigate = useStableNavigate();
  const [isStartDialogOpen, setIsStartDialogOpen] = useState(false);
  const tabKeys = tabs.map(({ key }) => key);
  const [firstTab = ""] = tabKeys;
  const [open, openTab] = useTab("/chat", tabKeys, firstTab);
  const Content = tabs.find(({ key }) => key === open)?.Content;
  /**
   * The latest event on the list that may open a row's menu. At first it is a hover or focus, which loads the menu's
   * code. Later it is each request for a menu.
   */
  const [menuRequest, setMenuRequest] = useState<{ event: Event; pane: HTMLElement } | null>(null);

  function openRowMenu({ nativeEvent: event, currentTarget: pane }: SyntheticEvent<HTMLElement>): void {
    if (!conversationRowAt(event.target)) return;
    if (event.type === "contextmenu") event.preventDefault();
    else if (menuRequest) return;
    setMenuRequest({ event, pane });
  }

  function openListTab({ key, getAddress }: ListTab): void {
    const isStillShown = trackCurrentPage();
    if (!getAddress) openTab(key);
    else
      getAddress().then((address) => {
        if (!isStillShown()) return;
        // The first tab lists all conversations, so the open conversation is marked in it.
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
        <ListTabs tabs={tabs} open={open} onOpen={openListTab} />
        <div
          className={styles.panel}
          id="chat-tabs-panel"
          role="tabpanel"
          aria-labelledby={`chat-tabs-${open}`}
          onPointerOver={openRowMenu}
          onFocus={openRowMenu}
          onContextMenu={openRowMenu}
        >
          {Content && (
            <Content key={open} userId={userId} openStartDialog={() => setIsStartDialogOpen(true)} />
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
