import { type ReactNode, useMemo } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { useAccount } from "../auth/session.ts";
import { NoComposerNote, type NoComposerNoteProps } from "./answering-note.tsx";

/**
 * Returns what is shown instead of the composer if the reader cannot write to the visitor. Only the chat's agent can
 * write. Returns undefined if the reader can write.
 */
export function useReplacementOfComposer({
  bot,
  talk,
  closedReasonText,
  hasReopenButton,
  onActionEnd,
}: NoComposerNoteProps): ReactNode {
  const { t } = useTranslation("bots");
  const isClosed = talk.state === "CLOSED";
  const readerId = useAccount()?.id;
  const isAgent = !isClosed && talk.agent?.id === readerId;
  const closedReason = isClosed ? (closedReasonText ?? t("chatClosedNote")) : closedReasonText;
  return useMemo(
    () =>
      isAgent ? (
        closedReason
      ) : (
        <NoComposerNote
          bot={bot}
          talk={talk}
          closedReasonText={closedReason}
          hasReopenButton={hasReopenButton ?? false}
          onActionEnd={onActionEnd}
        />
      ),
    [isAgent, closedReason, bot, talk, hasReopenButton, onActionEnd],
  );
}
