import type { Conversation } from "@kakehashi/contract/conversations";
import { IconCheck } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Sheet, SheetRow, SheetRows } from "../../kit/ui/sheet.tsx";
import { conversationName } from "./name.ts";
import { useRoomActions } from "./use-room-actions.ts";

const icon = { size: 20, stroke: 1.6, "aria-hidden": true } as const;

interface Props {
  conversation: Conversation;
  userId: string;
  row: HTMLElement;
  /** Called when the sheet has finished its closing animation. */
  onClosed: () => void;
}

/** The actions on a conversation, opened by a long press. */
export function RoomSheet({ conversation, userId, row, onClosed }: Props) {
  const { t } = useTranslation(["conversations", "common"]);
  const { t: tRoom } = useTranslation("room");
  const { actions, notices, choose, leave } = useRoomActions(conversation, userId);
  const [opened, setOpened] = useState(true);
  function closeSheetThen(action: () => unknown): () => void {
    return () => {
      setOpened(false);
      void action();
    };
  }
  return (
    <Sheet
      opened={opened}
      onClose={() => setOpened(false)}
      onClosed={onClosed}
      title={conversationName(conversation, t)}
      returnFocusTo={() => row}
    >
      <SheetRows>
        {actions.map(({ text, Icon, run }) => (
          <SheetRow key={text} icon={<Icon {...icon} />} onClick={closeSheetThen(run)}>
            {text}
          </SheetRow>
        ))}
      </SheetRows>
      {notices.length > 0 && (
        <SheetRows label={tRoom("notices")}>
          {notices.map(({ value, text, isChosen }) => (
            <SheetRow
              key={value}
              icon={isChosen && <IconCheck {...icon} />}
              checked={isChosen}
              onClick={closeSheetThen(() => choose(value))}
            >
              {text}
            </SheetRow>
          ))}
        </SheetRows>
      )}
      {leave && (
        <SheetRows>
          <SheetRow icon={<leave.Icon {...icon} />} isDestructive onClick={closeSheetThen(leave.run)}>
            {leave.text}
          </SheetRow>
        </SheetRows>
      )}
    </Sheet>
  );
}
