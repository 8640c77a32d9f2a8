import type { Language } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import { type ReactNode, Suspense, use, useEffect, useEffectEvent } from "react";
import { createLazyComponent, LoadFailedToast } from "../../../kit/ui/part.tsx";
import { useReader } from "../../auth/reader.ts";
import { ChatActionsContext } from "../state/chat-context.ts";
import { useSetMembership } from "./use-membership.ts";
import { loadWithTranslationTexts } from "./with-texts.ts";

// The code of the translation editor is loaded on demand, because few people write a translation.
const WriteInPlace = createLazyComponent(
  async () =>
    (await loadWithTranslationTexts(import("./inline-translation-editor.tsx"))).InlineTranslationEditor,
  TranslationEditorLoadFailed,
);

/**
 * The messages below which the reader's translation editor is open. The editor stays open when somebody else's
 * translation arrives.
 */
const messagesWithOpenEditor = new Set<string>();
/**
 * The messages whose translation editor was opened by the last press, with the language to write. Only such an editor
 * gets the focus at once.
 */
const languagesOfJustOpenedEditors = new Map<string, Language | undefined>();

/**
 * The state of the translation editor below a message: whether the reader may open it, a function that opens it, and
 * the open editor.
 */
export interface TranslationEditorState {
  mayOpenEditor: boolean;
  /**
   * Opens the translation editor. Without `language`, the editor opens for the language that the reader most likely
   * wants.
   */
  openEditor(language?: Language): void;
  editor: ReactNode;
}

export function useTranslationEditor(message: Message): TranslationEditorState {
  const { languages } = useReader();
  // The list and the thread pane may both show this message. Use different keys, so that only one of them opens the
  // editor.
  const key = `${message.id} ${use(ChatActionsContext)?.openThread === null}`;
  const [isOpen, setOpen] = useSetMembership(messagesWithOpenEditor, key);
  return {
    mayOpenEditor: !isOpen && languages.includes(message.language) && languages.length > 1,
    openEditor(language) {
      languagesOfJustOpenedEditors.set(key, language);
      setOpen(true);
    },
    editor: isOpen && (
      <Suspense fallback={null}>
        <WriteInPlace
          message={message}
          // An editor that is rendered again after scrolling gets the focus only if no other element has it, because
          // the reader may be writing elsewhere.
          autoFocus={languagesOfJustOpenedEditors.has(key) || "free"}
          requestedLanguage={languagesOfJustOpenedEditors.get(key)}
          onOpen={() => void languagesOfJustOpenedEditors.delete(key)}
          onEnd={() => setOpen(false)}
        />
      </Suspense>
    ),
  };
}

/** Closes the editor, because its code failed to load. */
function TranslationEditorLoadFailed({ onEnd }: { onEnd: () => void }): ReactNode {
  const onLoadFailed = useEffectEvent(onEnd);
  useEffect(() => onLoadFailed(), []);
  return <LoadFailedToast />;
}
