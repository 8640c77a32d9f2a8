import { storyEditorDestination } from "@kakehashi/contract/story-editor-reports";
import { useReactFlow, useStore } from "@xyflow/react";
import { useEffect, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { useReader } from "../auth/reader.ts";
import { onLiveConnect, onPersonalEvent, sendLiveReport } from "../live/connection.ts";
import { useBuilder } from "./builder.ts";
import { createColleagueTracker, type StoryColleagueTracker } from "./colleagues.ts";
import { useEditor } from "./editor.ts";

/**
 * Reports this page's pointer and selection to the people who edit the same story on other pages. Returns a store of
 * these people, with their pointers and selections.
 */
export function useColleagueTracker(): StoryColleagueTracker {
  const { t } = useTranslation("stories");
  const { userId } = useReader();
  const { botId, storyId } = useBuilder();
  const editor = useEditor();
  const { screenToFlowPosition } = useReactFlow();
  const canvas = useStore(({ domNode }) => domNode);
  const [colleagues] = useState(() =>
    createColleagueTracker({
      botId,
      storyId,
      send: (report) => sendLiveReport(report, storyEditorDestination),
      nameOf: ({ id, name }) => (id === userId ? t("yourOtherPage") : name),
    }),
  );
  useEffect(() => {
    if (!canvas) return;
    let pointer: { x: number; y: number } | null = null;
    // Computes the selection and the pointer's position on the canvas. It is called at most ten times per second, so a
    // moving pointer costs little.
    function readOwnPointerAndSelection() {
      const { selection } = editor.get();
      const position = pointer && screenToFlowPosition(pointer);
      return {
        cursor: position && { x: Math.round(position.x), y: Math.round(position.y) },
        selected: selection && { group_id: selection.groupId, block_id: selection.blockId },
      };
    }
    const sendPointer = () => {
      if (!document.hidden) colleagues.report(readOwnPointerAndSelection);
    };
    const restartReports = () => {
      if (document.hidden) return;
      colleagues.report(readOwnPointerAndSelection);
      colleagues.restart();
    };
    const onPointerMove = ({ clientX: x, clientY: y }: PointerEvent) => {
      pointer = { x, y };
      sendPointer();
    };
    const forgetPointer = () => {
      pointer = null;
      sendPointer();
    };
    const onVisibilityChange = () => (document.hidden ? colleagues.leave() : restartReports());
    const unsubscribers = [
      onPersonalEvent((event) => {
        if (event.type === "BOT_STORY_EDITOR" && !document.hidden) colleagues.receive(event);
      }),
      onLiveConnect(restartReports),
      editor.subscribe(sendPointer),
    ];
    canvas.addEventListener("pointermove", onPointerMove, { passive: true });
    canvas.addEventListener("pointerleave", forgetPointer);
    document.addEventListener("visibilitychange", onVisibilityChange);
    addEventListener("pagehide", colleagues.leave);
    restartReports();
    return () => {
      for (const end of unsubscribers) end();
      canvas.removeEventListener("pointermove", onPointerMove);
      canvas.removeEventListener("pointerleave", forgetPointer);
      document.removeEventListener("visibilitychange", onVisibilityChange);
      removeEventListener("pagehide", colleagues.leave);
      colleagues.leave();
    };
  }, [canvas, colleagues, editor, screenToFlowPosition]);
  return colleagues;
}
