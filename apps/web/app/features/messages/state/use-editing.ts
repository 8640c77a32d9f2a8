import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { confirm } from "../../../kit/ui/confirm.tsx";
import { useLeaveWarning } from "../../../kit/ui/use-leave-warning.ts";
import type { EditedText, Editing } from "./chat-context.ts";

/** The changes with which a place was left last, by its key: whoever was removed from it in the midst of them. */
export const abandonedEdits = new Map<string, EditedText>();

/**
 * Which message of a place is being changed: one at a time, and none is left for another unasked. `beside`: the place
 * stands in a pane of its own, which can be left as the page can.
 */
export function useEditing(chatKey: string, inPane: boolean): Editing {
  const { t } = useTranslation("messages");
  const [editing, setEditing] = useState<string | null>(null);
  const [changed, setChanged] = useState(false);
  const editedText = useRef<EditedText>(null);
  const [title, text, action] = [t("discardTitle"), t("discardText"), t("discard")];
  useLeaveWarning(changed, { title, text, action }, inPane);

  const edit = useCallback(
    async (id: string | null, confirmFirst = true) => {
      if (id !== null && id === editing) return;
      if (confirmFirst && changed && !(await confirm({ title, text, action }))) return;
      editedText.current = null;
      setChanged(false);
      setEditing(id);
    },
    [editing, changed, title, text, action],
  );
  useEffect(() => {
    abandonedEdits.delete(chatKey);
    return () => {
      if (editedText.current) abandonedEdits.set(chatKey, editedText.current);
    };
  }, [chatKey]);
  return useMemo(() => ({ editing, edit, editedText, setChanged }), [editing, edit]);
}
