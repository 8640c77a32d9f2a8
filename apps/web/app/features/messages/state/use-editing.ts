import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { confirm } from "../../../kit/ui/confirm.tsx";
import { useLeaveWarning } from "../../../kit/ui/use-leave-warning.ts";
import type { EditedText, Editing } from "./room-context.ts";

/** The changes with which a place was left last, by its key: whoever was removed from it in the midst of them. */
export const leftEdits = new Map<string, EditedText>();

/**
 * Which message of a place is being changed: one at a time, and none is left for another unasked. `beside`: the place
 * stands in a pane of its own, which can be left as the page can.
 */
export function useEditing(placeKey: string, beside: boolean): Editing {
  const { t } = useTranslation("messages");
  const [editing, setEditing] = useState<string | null>(null);
  const [changed, setChanged] = useState(false);
  const words = useRef<EditedText>(null);
  const [title, text, action] = [t("discardTitle"), t("discardText"), t("discard")];
  useLeaveWarning(changed, { title, text, action }, beside);

  const edit = useCallback(
    async (id: string | null, asked = true) => {
      if (id !== null && id === editing) return;
      if (asked && changed && !(await confirm({ title, text, action }))) return;
      words.current = null;
      setChanged(false);
      setEditing(id);
    },
    [editing, changed, title, text, action],
  );
  useEffect(() => {
    leftEdits.delete(placeKey);
    return () => {
      if (words.current) leftEdits.set(placeKey, words.current);
    };
  }, [placeKey]);
  return useMemo(() => ({ editing, edit, words, setChanged }), [editing, edit]);
}
