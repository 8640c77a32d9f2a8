import type { Conversation } from "@kakehashi/contract/conversations";
import { IconCheck } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Sheet, SheetRow, SheetRows } from "../../kit/ui/sheet.tsx";
import { conversationName } from "./name.ts";
import { useRoomActions } from "./use-room-actions.ts";

const iconProps = { size: 20, stroke: 1.6, "aria-hidden": true } as const;

interface RoomSheetProps {
  conversation: Conversation;
  userId: string;
  row: HTMLElement;
  /** Called when the animation that closes the sheet has ended. */
  onClosed: () => void;
}

/** A sheet with the actions on a conversation. A long press on the conversation's row opens it. */
export function RoomSheet({ conversation, userId, row, onClosed }: RoomSheetProps) {
  const { t } = useTranslation(["conversations", "common"]);
  const { t: tRoom } = useTranslation("room");
  const { actions, notices, choose, leave } = useRoomActions(conversation, userId);
  const [isOpened, setOpened] = useState(true);
  function closeSheetThenRun(action: () => unknown): () => void {
    return () => {
      setOpened(false);
      void action();
    };
  }
  return (
    <Sheet
      opened={isOpened}
      onClose={() => setOpened(false)}
      onClosed={onClosed}
      title={conversationName(conversation, t)}
      returnFocusTo={() => row}
    >
      <SheetRows>
        {actions.map(({ text, Icon, run }) => (
          <SheetRow key={text} icon={<Icon {...iconProps} />} onClick={closeSheetThenRun(run)}>
            {text}
          </SheetRow>
        ))}
      </SheetRows>
      {notices.length > 0 && (
        <SheetRows label={tRoom("notices")}>
          {notices.map(({ value, text, isChosen }) => (
            <SheetRow
              key={value}
              icon={isChosen && <IconCheck {...iconProps} />}
              checked={isChosen}
              onClick={closeSheetThenRun(() => choose(value))}
            >
              {text}
            </SheetRow>
          ))}
        </SheetRows>
      )}
      {leave && (
        <SheetRows>
          <SheetRow icon={<leave.Icon {...iconProps} />} isDestructive onClick={closeSheetThenRun(leave.run)}>
            {leave.text}
          </SheetRow>
        </SheetRows>
      )}
    </Sheet>
  );
}
