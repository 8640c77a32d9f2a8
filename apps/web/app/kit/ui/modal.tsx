import "@mantine/core/styles/CloseButton.layer.css";
import "@mantine/core/styles/Modal.layer.css";
import { Modal as Base } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLayer } from "../layers.ts";
import styles from "./dialog.module.css";
import type { DialogProps } from "./dialog-props.ts";

/**
 * By default the library's `header` would be a second banner landmark. A page may have only one, so it gets no role.
 */
const modalAttributes = { header: { role: "presentation" } };

/** The dialog, loaded when the first one is opened. */
export function Modal({
  opened,
  onClose,
  title,
  width = 440,
  closable = true,
  opensNearTop = false,
  opensInFront = false,
  isAboutLeaving = false,
  children,
}: DialogProps) {
  const { t } = useTranslation();
  const closeByPress = useLayer(opened, onClose, { ownsEntry: !isAboutLeaving });
  // The opening animation runs only if the dialog is closed at its first render and opened afterwards.
  const [isShown, setIsShown] = useState(false);
  useEffect(() => setIsShown(opened), [opened]);
  // The library would restore the focus a moment later, even if another element should have the focus by then.
  useEffect(() => {
    if (!opened) return;
    const focusedBefore = document.activeElement;
    return () => {
      if (focusedBefore instanceof HTMLElement && document.activeElement?.closest("[role=dialog]"))
        focusedBefore.focus({ preventScroll: true });
    };
  }, [opened]);
  return (
    <Base
      opened={isShown}
      onClose={onClose}
      returnFocus={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      overlayProps={{ onClick: closeByPress }}
      title={title}
      size={width}
      centered={!opensNearTop}
      yOffset={opensNearTop ? "10vh" : "5vh"}
      withCloseButton={closable}
      closeButtonProps={{ "aria-label": t("close"), size: 36 }}
      zIndex={opensInFront ? 250 : 200}
      classNames={styles}
      attributes={modalAttributes}
    >
      {children}
    </Base>
  );
}
