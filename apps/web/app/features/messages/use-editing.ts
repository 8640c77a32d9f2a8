import { useCallback, useMemo, useRef, useState } from "react";
import type { Editing, MayLeave } from "./room-context.ts";

/** Which message of a place is being changed: one at a time, and none is left for another unasked. */
export function useEditing(): Editing {
  const [editing, setEditing] = useState<string | null>(null);
  const mayLeaveEdit = useRef<MayLeave>(null);
  const edit = useCallback(async (id: string | null) => {
    if (id === null || !mayLeaveEdit.current || (await mayLeaveEdit.current(id))) setEditing(id);
  }, []);
  return useMemo(() => ({ editing, edit, mayLeaveEdit }), [editing, edit]);
}
