import { IconDots, IconPencilPlus } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { DialogButtons } from "../../kit/ui/dialog-buttons.tsx";
import { Popover } from "../../kit/ui/popover.tsx";
import { Sheet, SheetRow, SheetRows } from "../../kit/ui/sheet.tsx";
import { LinkTabs, type TabItem, Tabs } from "../../kit/ui/tabs.tsx";
import styles from "./test.module.css";

const iconProps = { size: 20, stroke: 1.6 } as const;

/** Samples of layers: a dialog, a popover, and a sheet for touch screens. */
export function LayerSamples() {
  const { t } = useTranslation("styleguide");
  const [openedLayer, setOpenedLayer] = useState<"dialog" | "popover" | "sheet" | null>(null);
  const sheetButton = useRef<HTMLButtonElement>(null);
  const close = () => setOpenedLayer(null);
  return (
    <>
      <Button onClick={() => setOpenedLayer("dialog")}>{t("openDialog")}</Button>
      <Dialog opened={openedLayer === "dialog"} onClose={close} title={t("askTitle")} widthPx={440}>
        <p>{t("askText")}</p>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            close();
          }}
        >
          <DialogButtons onCancel={close} isSubmitting={false}>
            {t("primary")}
          </DialogButtons>
        </form>
      </Dialog>
      <Popover
        opened={openedLayer === "popover"}
        onChange={(isOpened) => setOpenedLayer(isOpened ? "popover" : null)}
        returnFocus
      >
        <Popover.Target>
          <Button onClick={() => setOpenedLayer("popover")}>{t("openPopover")}</Button>
        </Popover.Target>
        <Popover.Dropdown>
          <Button onClick={close}>{t("plain")}</Button>
        </Popover.Dropdown>
      </Popover>
      <Button ref={sheetButton} onClick={() => setOpenedLayer("sheet")}>
        {t("openSheet")}
      </Button>
      <Sheet
        opened={openedLayer === "sheet"}
        onClose={close}
        title={t("sheet")}
        returnFocusTo={() => sheetButton.current}
      >
        <SheetRows label={t("buttons")}>
          <SheetRow icon={<IconPencilPlus {...iconProps} />} onClick={close}>
            {t("plain")}
          </SheetRow>
          <SheetRow icon={<IconDots {...iconProps} />} onClick={close} isDestructive>
            {t("danger")}
          </SheetRow>
        </SheetRows>
      </Sheet>
    </>
  );
}

/** A sample of tabs with the panel of the selected tab. */
export function TabsSample() {
  const { t } = useTranslation("styleguide");
  const tabs = (["people", "badges", "states"] as const).map(
    (key): TabItem<"people" | "badges" | "states"> => ({ key, label: t(key) }),
  );
  const [shownTab, setShownTab] = useState<(typeof tabs)[number]["key"]>("people");
  return (
    <div className={styles.frame}>
      <LinkTabs
        label={t("linkTabs")}
        tabs={tabs.map(({ key, label }) => ({ address: `/test#${key}`, label, isCurrent: key === "people" }))}
      />
      <Tabs id="sample-tabs" label={t("tabs")} tabs={tabs} open={shownTab} onOpen={setShownTab} />
      <p role="tabpanel" id="sample-tabs-panel" aria-labelledby={`sample-tabs-${shownTab}`}>
        {t(shownTab)}
      </p>
    </div>
  );
}
