import type { Message } from "@kakehashi/contract/messages";
import { AskForOne } from "./ask-dialog.tsx";
import { History } from "./history.tsx";
import type { MessageWindowName } from "./message-actions.ts";
import { RemoveFiles } from "./remove-files.tsx";
import { SeenBy } from "./seen-by.tsx";

interface Props {
  name: MessageWindowName | null;
  message: Message;
  onClose: () => void;
}

/** The dialog that an action on a message has opened. */
export function MessageWindow({ name, ...props }: Props) {
  if (name === "askWith") return <AskForOne {...props} />;
  if (name === "history") return <History {...props} />;
  if (name === "removeFiles") return <RemoveFiles {...props} />;
  if (name === "seenBy") return <SeenBy {...props} />;
  return null;
}
