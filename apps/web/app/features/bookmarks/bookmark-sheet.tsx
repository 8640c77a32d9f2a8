import { createMessagePath } from "@kakehashi/contract/address";
import type { Message } from "@kakehashi/contract/messages";
import { IconLanguageOff, IconLink } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { toastError } from "../../kit/toast.ts";
import { Sheet, SheetRow, SheetRows } from "../../kit/ui/sheet.tsx";
import { useCopy } from "../../kit/ui/use-copy.ts";
import { removeBookmark } from "./queries.ts";

const iconProps = { size: 20, stroke: 1.6, "aria-hidden": true } as const;

interface BookmarkSheetProps {
  message: Message;
  row: HTMLElement;
  /** Called when the sheet has finished its closing animation. */
  onClose: () => void;
}

/** A sheet with the actions on a bookmark. A long press opens it. */
export function BookmarkSheet({ message, row, onClose }: BookmarkSheetProps) {
  const { t } = useTranslation(["messages", "room"]);
  const copyText = useCopy();
  const [isOpened, setOpened] = useState(true);
  function closeSheetThen(action: () => void): () => void {
    return () => {
      setOpened(false);
      action();
    };
  }
  const link = () =>
    location.origin + createMessagePath(message.conversation_id, message.id, message.parent_id);
  return (
    <Sheet
      opened={isOpened}
      onClose={() => setOpened(false)}
      onClosed={onClose}
      title={t("room:actions")}
      returnFocusTo={() => row.querySelector("a")}
    >
      <SheetRows>
        <SheetRow
          icon={<IconLink {...iconProps} />}
          onClick={closeSheetThen(() => copyText(link(), t("linkCopied")))}
        >
          {t("copyLink")}
        </SheetRow>
        <SheetRow
          icon={<IconLanguageOff {...iconProps} />}
          onClick={closeSheetThen(() => void removeBookmark(message).catch(toastError))}
        >
          {t("room:unmark")}
        </SheetRow>
      </SheetRows>
    </Sheet>
  );
}
