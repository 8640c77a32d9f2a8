import "@mantine/core/styles/Modal.layer.css";
import { Modal as Base } from "@mantine/core";
import { IconArrowLeft, IconX } from "@tabler/icons-react";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { useLayer } from "../layers.ts";
import { followSheetDrag } from "./drag-down.ts";
import { IconButton } from "./icon-button.tsx";
import styles from "./sheet.module.css";

interface SheetProps {
  opened: boolean;
  onClose: () => void;
  /** The accessible name of the sheet. Without a `header`, it is also the visible title. */
  title: string;
  /** Content at the top of the sheet, instead of the title. */
  header?: ReactNode;
  /** Set while the sheet shows a sub-page. The back button then leaves the sub-page instead of closing the sheet. */
  onBack?: (() => void) | undefined;
  /** Called when the sheet's closing animation has ended. */
  onClosed?: (() => void) | undefined;
  /**
   * Returns the element that gets the focus after the sheet has closed. If another element already has the focus, the
   * focus stays there.
   */
  returnFocusTo: () => HTMLElement | null | undefined;
  /** Called with the sheet's height in pixels when the sheet opens or its height changes. */
  onHeightChange?: (pixels: number) => void;
  children: ReactNode;
}

const iconProps = { size: 20, stroke: 1.8, "aria-hidden": true } as const;

/**
 * A sheet at the bottom of a touch screen, used instead of a menu. The focus moves into it and returns afterwards. A
 * finger can drag it down.
 */
export function Sheet(props: SheetProps) {
  const { opened, onClose, title, header, onBack, onClosed, returnFocusTo, onHeightChange, children } = props;
  const { t } = useTranslation();
  const closeByPress = useLayer(opened, onClose);
  const goBackInSheet = useLayer(opened && onBack !== undefined, () => onBack?.());
  // Render the sheet closed first and then open, because the opening animation needs this change.
  const [isShown, setIsShown] = useState(false);
  useEffect(() => setIsShown(opened), [opened]);
  const giveFocusBack = useEffectEvent(() => {
    const focusedElement = document.activeElement;
    if (focusedElement === document.body || focusedElement?.closest("[data-sheet]"))
      returnFocusTo()?.focus({ preventScroll: true });
  });
  useEffect(() => (opened ? () => giveFocusBack() : undefined), [opened]);
  const [sheetElement, setSheetElement] = useState<HTMLElement | null>(null);
  const closeByDrag = useEffectEvent(onClose);
  const reportHeight = useEffectEvent((heightPixels: number) => onHeightChange?.(heightPixels));
  useEffect(() => {
    if (!sheetElement) return;
    const stopFollowingDrag = followSheetDrag(sheetElement, () => closeByDrag());
    const observer = new ResizeObserver(() => reportHeight(sheetElement.offsetHeight));
    observer.observe(sheetElement);
    return () => {
      stopFollowingDrag();
      observer.disconnect();
    };
  }, [sheetElement]);
  return (
    <Base.Root
      opened={isShown}
      onClose={onClose}
      {...(onClosed && { onExitTransitionEnd: onClosed })}
      returnFocus={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      transitionProps={{ transition: "slide-up", duration: 180 }}
      classNames={styles}
    >
      <Base.Overlay
        onClick={() => {
          goBackInSheet();
          closeByPress();
        }}
      />
      <Base.Content ref={setSheetElement} data-sheet>
        <span className={styles.handle} aria-hidden="true" />
        <div className={styles.head}>
          {onBack && (
            <IconButton label={t("back")} size={40} onClick={onBack}>
              <IconArrowLeft {...iconProps} />
            </IconButton>
          )}
          {/* Focus the title first, so that a screen reader says which sheet has opened. */}
          <Base.Title tabIndex={-1} data-autofocus className={header ? "visually-hidden" : ""}>
            {title}
          </Base.Title>
          {header && <div className={styles.about}>{header}</div>}
          <IconButton label={t("close")} size={40} onClick={onClose} className={styles.close ?? ""}>
            <IconX {...iconProps} />
          </IconButton>
        </div>
        <div className={styles.scroll}>{children}</div>
      </Base.Content>
    </Base.Root>
  );
}

interface RowProps {
  icon: ReactNode;
  children: ReactNode;
  onClick: () => void;
  /** Whether the row's action deletes or ends something. The row is then red. */
  isDestructive?: boolean;
  /** Whether this row is the selected option. Only for rows that are options. */
  checked?: boolean;
}

/** A group of rows, with a separator from the group before. */
export function SheetRows({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <>
      {label && (
        <p className={styles.label} aria-hidden="true">
          {label}
        </p>
      )}
      <ul className={styles.rows} aria-label={label}>
        {children}
      </ul>
    </>
  );
}

export function SheetRow({ icon: rowIcon, children, onClick, isDestructive, checked }: RowProps) {
  return (
    <li>
      <button
        type="button"
        className={styles.row}
        data-grave={isDestructive || undefined}
        aria-pressed={checked}
        onClick={onClick}
      >
        <span className={styles.icon}>{rowIcon}</span>
        <span className={styles.rowText}>{children}</span>
      </button>
    </li>
  );
}
