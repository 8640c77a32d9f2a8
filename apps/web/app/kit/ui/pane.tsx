import { IconX } from "@tabler/icons-react";
import type { ReactNode, Ref } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { IconButton } from "./icon-button.tsx";
import { PageHeader } from "./page-header.tsx";
import styles from "./pane.module.css";

interface PaneProps {
  title: string;
  /** A second, less important line below the title. */
  note?: ReactNode;
  /** Buttons in the pane's header, before the close button. */
  actions?: ReactNode;
  close: () => void;
  closeButton?: Ref<HTMLButtonElement>;
  id?: string;
  /** Whether the pane shows messages. Such a pane has the background of the list of messages. */
  isMessagePane?: boolean;
  children: ReactNode;
}

/** A pane beside the main part of a page. It can be closed. */
export function Pane({ title, note, actions, close, closeButton, id, isMessagePane, children }: PaneProps) {
  const { t } = useTranslation();
  return (
    <aside className={styles.pane} id={id} data-messages={isMessagePane} aria-label={title}>
      <PageHeader
        headingLevel={2}
        title={title}
        note={note}
        actions={
          <>
            {actions}
            <IconButton ref={closeButton} label={t("close")} onClick={close} tooltipSide="bottom">
              <IconX size={20} stroke={1.6} />
            </IconButton>
          </>
        }
      />
      {children}
    </aside>
  );
}
