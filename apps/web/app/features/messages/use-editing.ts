import { useCallback, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { confirm } from "../../kit/ui/confirm.tsx";
import { useLeaveWarning } from "../../kit/ui/use-leave-warning.ts";
import type { Editing } from "./room-context.ts";

/**
 * Which message of a place is being changed: one at a time, and none is left for another unasked. `beside`: the place
 * stands in a pane of its own, which can be left as the page can.
 */
export function useEditing(beside: boolean): Editing {
  const { t } = useTranslation("messages");
  const [editing, setEditing] = useState<string | null>(null);
  const [changed, setChanged] = useState(false);
  const words = useRef<string>(null);
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
  return useMemo(() => ({ editing, edit, words, setChanged }), [editing, edit]);
}
