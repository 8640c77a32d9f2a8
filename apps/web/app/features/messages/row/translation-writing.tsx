import type { Language } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import { type ReactNode, Suspense, use, useEffect, useEffectEvent } from "react";
import { createLazyPart, LoadFailedToast } from "../../../kit/ui/part.tsx";
import { useReader } from "../../auth/reader.ts";
import { ChatContext } from "../state/chat-context.ts";
import { useMembership } from "./use-membership.ts";
import { withTexts } from "./with-texts.ts";

// Loaded on demand: few people write a translation.
const WriteInPlace = createLazyPart(
  async () => (await withTexts(import("./write-in-place.tsx"))).WriteInPlace,
  MissingEditor,
);

/** Messages that the reader is translating in place. Their editor stays when another translation arrives. */
const messagesWithOpenEditor = new Set<string>();
/** Messages whose editor the reader has just opened, so that it takes the focus, and into which language. */
const languagesOfJustOpenedEditors = new Map<string, Language | undefined>();

/** Whether the reader may write a translation below the message, and the editor while they do. */
export interface TranslationWriting {
  may: boolean;
  /** Opens the editor. Without a language it opens with the one that the reader needs most. */
  start(language?: Language): void;
  editor: ReactNode;
}

export function useTranslationWriting(message: Message): TranslationWriting {
  const { languages } = useReader();
  // A list and a thread beside it may show the same message. Only one of the two opens the editor.
  const key = `${message.id} ${use(ChatContext)?.openThread === null}`;
  const [isOpen, setOpen] = useMembership(messagesWithOpenEditor, key);
  return {
    may: !isOpen && languages.includes(message.language) && languages.length > 1,
    start(language) {
      languagesOfJustOpenedEditors.set(key, language);
      setOpen(true);
    },
    editor: isOpen && (
      <Suspense fallback={null}>
        <WriteInPlace
          message={message}
          // When the row is rendered again, the reader may be writing elsewhere. So the editor takes the focus only
          // if nothing else has it.
          autoFocus={languagesOfJustOpenedEditors.has(key) || "free"}
          wanted={languagesOfJustOpenedEditors.get(key)}
          onOpen={() => void languagesOfJustOpenedEditors.delete(key)}
          onEnd={() => setOpen(false)}
        />
      </Suspense>
    ),
  };
}

/** Closes the editor, because its code failed to load. */
function MissingEditor({ onEnd }: { onEnd: () => void }): ReactNode {
  const onLoadFailed = useEffectEvent(onEnd);
  useEffect(() => onLoadFailed(), []);
  return <LoadFailedToast />;
}
