import type { Message } from "@kakehashi/contract/messages";
import { Suspense, useState } from "react";
import { createLazyComponent, DialogLoadFailedToast } from "../../../kit/ui/part.tsx";
import { useReader } from "../../auth/reader.ts";
import { RequestMessageTranslationDialog } from "./ask-message-dialog.tsx";
import { MessageHistoryDialog } from "./history.tsx";
import type { MessageDialogName } from "./message-actions.ts";
import { RemoveFilesDialog } from "./remove-files.tsx";
import { SeenByDialog } from "./seen-by.tsx";
import { findRetranslatableTranslation } from "./translation-to-redo.ts";
import { loadWithTranslationTexts } from "./with-texts.ts";

const AskAgainDialog = createLazyComponent(
  async () =>
    (await loadWithTranslationTexts(import("../../translations/retranslation-request-dialog.tsx")))
      .RetranslationRequestDialog,
  DialogLoadFailedToast,
);

interface MessageDialogProps {
  name: MessageDialogName | null;
  message: Message;
  onClose: () => void;
}

/** The dialog that an action on a message has opened. */
export function MessageDialog({ name, ...props }: MessageDialogProps) {
  if (name === "askWith") return <RequestMessageTranslationDialog {...props} />;
  if (name === "askAgain") return <RequestAnotherTranslation {...props} />;
  if (name === "history") return <MessageHistoryDialog {...props} />;
  if (name === "removeFiles") return <RemoveFilesDialog {...props} />;
  if (name === "seenBy") return <SeenByDialog {...props} />;
  return null;
}

/**
 * The dialog that requests another translation into the reader's language. The request contains the versions that were
 * on the screen when the dialog opened.
 */
function RequestAnotherTranslation({ message, onClose }: Omit<MessageDialogProps, "name">) {
  const { ownLanguage } = useReader();
  const [translation] = useState(() => findRetranslatableTranslation(message, ownLanguage));
  const [{ revision }] = useState(message);
  return (
    translation && (
      <Suspense fallback={null}>
        <AskAgainDialog
          message={message}
          language={ownLanguage}
          readVersions={{ version: translation.version, revision }}
          opened
          onClose={onClose}
        />
      </Suspense>
    )
  );
}
