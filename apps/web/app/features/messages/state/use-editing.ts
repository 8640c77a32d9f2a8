import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "../../../i18n/use-translation.tsx";
import { askToConfirm } from "../../../kit/ui/confirm.tsx";
import { useLeaveWarning } from "../../../kit/ui/use-leave-warning.ts";
import type { EditedText, MessageEditing } from "./chat-context.ts";

/** The unsaved edits by chat key. An edit survives the writer's removal from the chat. */
export const unsavedEdits = new Map<string, EditedText>();

/**
 * Manages which message of a chat is being edited. Only one message can be edited at a time. Before another edit
 * starts, the writer is asked whether to discard the changes. `isInPane` means that the chat is in a pane beside the
 * page.
 */
export function useEditing(chatKey: string, isInPane: boolean): MessageEditing {
  const { t } = useTranslation("messages");
  const [editedId, setEditing] = useState<string | null>(null);
  const [isTextChanged, setIsTextChanged] = useState(false);
  const editedText = useRef<EditedText>(null);
  const [title, text, actionLabel] = [t("discardTitle"), t("discardText"), t("discardAction")];
  useLeaveWarning(isTextChanged, { title, text, actionLabel }, isInPane);

  const editMessage = useCallback(
    async (id: string | null, shouldConfirmFirst = true) => {
      if (id !== null && id === editedId) return;
      if (shouldConfirmFirst && isTextChanged && !(await askToConfirm({ title, text, actionLabel }))) return;
      editedText.current = null;
      setIsTextChanged(false);
      setEditing(id);
    },
    [editedId, isTextChanged, title, text, actionLabel],
  );
  useEffect(() => {
    unsavedEdits.delete(chatKey);
    return () => {
      if (editedText.current) unsavedEdits.set(chatKey, editedText.current);
    };
  }, [chatKey]);
  return useMemo(
    () => ({ editedId, edit: editMessage, editedText, reportChanged: setIsTextChanged }),
    [editedId, editMessage],
  );
}
