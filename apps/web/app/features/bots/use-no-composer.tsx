import { type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useAccount } from "../auth/session.ts";
import { AnsweringNote, type AnsweringNoteProps } from "./answering-note.tsx";

/**
 * Returns what is shown instead of the composer. Only the chat's agent may write to the visitor. Everybody else gets a
 * note. Returns undefined for the agent, unless nobody can write for another reason.
 */
export function useReplacementOfComposer({
  bot,
  talk,
  reason,
  hasReopenButton,
  onAction,
}: AnsweringNoteProps): ReactNode {
  const { t } = useTranslation("bots");
  const isClosed = talk.state === "CLOSED";
  const readerId = useAccount()?.id;
  const isAnswering = !isClosed && talk.agent?.id === readerId;
  const closedReason = isClosed ? (reason ?? t("chatClosedNote")) : reason;
  return useMemo(
    () =>
      isAnswering ? (
        closedReason
      ) : (
        <AnsweringNote
          bot={bot}
          talk={talk}
          reason={closedReason}
          hasReopenButton={hasReopenButton ?? false}
          onAction={onAction}
        />
      ),
    [isAnswering, closedReason, bot, talk, hasReopenButton, onAction],
  );
}
