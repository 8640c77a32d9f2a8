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
  /** Called after the closing animation. */
  onGone: () => void;
}

/** The actions on a conversation, opened by a long press. */
export function RoomSheet({ conversation, userId, row, onGone }: Props) {
  const { t } = useTranslation(["conversations", "common"]);
  const { t: tRoom } = useTranslation("room");
  const { actions, notices, choose, leave } = useRoomActions(conversation, userId);
  const [opened, setOpened] = useState(true);
  function after(act: () => unknown): () => void {
    return () => {
      setOpened(false);
      void act();
    };
  }
  return (
    <Sheet
      opened={opened}
      onClose={() => setOpened(false)}
      onGone={onGone}
      title={conversationName(conversation, t)}
      returnTo={() => row}
    >
      <SheetRows>
        {actions.map(({ text, Icon, run }) => (
          <SheetRow key={text} icon={<Icon {...icon} />} onClick={after(run)}>
            {text}
          </SheetRow>
        ))}
      </SheetRows>
      {notices.length > 0 && (
        <SheetRows label={tRoom("notices")}>
          {notices.map(({ value, text, chosen }) => (
            <SheetRow
              key={value}
              icon={chosen && <IconCheck {...icon} />}
              checked={chosen}
              onClick={after(() => choose(value))}
            >
              {text}
            </SheetRow>
          ))}
        </SheetRows>
      )}
      {leave && (
        <SheetRows>
          <SheetRow icon={<leave.Icon {...icon} />} grave onClick={after(leave.run)}>
            {leave.text}
          </SheetRow>
        </SheetRows>
      )}
    </Sheet>
  );
}
