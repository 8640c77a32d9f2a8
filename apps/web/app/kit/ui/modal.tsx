import "@mantine/core/styles/CloseButton.layer.css";
import "@mantine/core/styles/Modal.layer.css";
import { Modal as Base } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { useLayer } from "../layers.ts";
import styles from "./dialog.module.css";
import type { DialogProps } from "./dialog-props.ts";

/** Mantine renders the dialog's header as `<header>`, a second banner landmark. So give it the role `presentation`. */
const modalAttributes = { header: { role: "presentation" } };

/** The dialog component. It is loaded when the first dialog opens. */
export function Modal({
  opened,
  onClose,
  title,
  widthPx = 440,
  hasCloseButton = true,
  opensNearTop = false,
  opensInFront = false,
  isAboutLeaving = false,
  children,
}: DialogProps) {
  const { t } = useTranslation();
  const closeDialogByPress = useLayer(opened, onClose, { ownsEntry: !isAboutLeaving });
  // Render the dialog closed first and then open, because the opening animation needs this change.
  const [isShown, setIsShown] = useState(false);
  useEffect(() => setIsShown(opened), [opened]);
  // Give the focus back in this component. Mantine would do it a moment later, and take the focus from another element
  // that has it by then.
  useEffect(() => {
    if (!opened) return;
    const previouslyFocusedElement = document.activeElement;
    return () => {
      if (previouslyFocusedElement instanceof HTMLElement && document.activeElement?.closest("[role=dialog]"))
        previouslyFocusedElement.focus({ preventScroll: true });
    };
  }, [opened]);
  return (
    <Base
      opened={isShown}
      onClose={onClose}
      returnFocus={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      overlayProps={{ onClick: closeDialogByPress }}
      title={title}
      size={widthPx}
      centered={!opensNearTop}
      yOffset={opensNearTop ? "10vh" : "5vh"}
      withCloseButton={hasCloseButton}
      closeButtonProps={{ "aria-label": t("close"), size: 36 }}
      zIndex={opensInFront ? 250 : 200}
      classNames={styles}
      attributes={modalAttributes}
    >
      {children}
    </Base>
  );
}
