import { IconInfoCircle } from "@tabler/icons-react";
import { type ReactNode, useRef, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { Sheet } from "../../kit/ui/sheet.tsx";
import styles from "./channels.module.css";

/**
 * A button that opens the details of a customer and their chat in a sheet. Used on phones, where there is no room for
 * the details beside the messages.
 */
export function PersonDetailsSheet({ children }: { children: ReactNode }) {
  const { t } = useTranslation("channels");
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <IconButton ref={button} label={t("about")} onClick={() => setOpen(true)}>
        <IconInfoCircle size={20} stroke={1.8} aria-hidden="true" />
      </IconButton>
      <Sheet
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t("about")}
        returnFocusTo={() => button.current}
      >
        <div className={styles.facts}>{children}</div>
      </Sheet>
    </>
  );
}
