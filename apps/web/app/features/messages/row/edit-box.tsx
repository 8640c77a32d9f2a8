import type { CurrentText } from "@kakehashi/contract/kit/errors";
import { replaceMentionsByNames, replaceNamesByMentions } from "@kakehashi/contract/mentions";
import { maximumMessageLength } from "@kakehashi/contract/message-text";
import type { Message } from "@kakehashi/contract/messages";
import { hasTranslatableWords } from "@kakehashi/contract/spoken";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { nativeLanguageNames } from "../../../i18n/texts.ts";
import { useTranslation } from "../../../i18n/use-translation.tsx";
import { ApiError } from "../../../kit/api-error.ts";
import { useLayer } from "../../../kit/layers.ts";
import { toastError } from "../../../kit/toast.ts";
import { Button } from "../../../kit/ui/button.tsx";
import { useMentionableMembers } from "../../conversations/members.ts";
import { CharacterCounter } from "../composer/character-counter.tsx";
import styles from "../composer/composer.module.css";
import { ComposerField, type FieldHandle, textLengthOf } from "../composer/field.tsx";
import { type EditedText, useChatActions } from "../state/chat-context.ts";
import { useEnterSends } from "../state/enter-sends.ts";
import { saveMessageText } from "../state/message-calls.ts";
import { CorrectMessageLanguageDialog } from "./correct-language.tsx";
import { useKeepInView } from "./use-in-view.ts";

const editedTextOf = ({ content, revision }: CurrentText): EditedText => ({
  content,
  seenText: { content, revision },
});

/** A box that edits a message within the list of messages. */
export function EditBox({ message }: { message: Message }) {
  const { t } = useTranslation(["messages", "common", "room"]);
  const chatActions = useChatActions();
  const people = useMentionableMembers(message.conversation_id);
  const { editedText, reportChanged } = chatActions;
  const [editedState, setEditedState] = useState<EditedText>(editedText.current ?? editedTextOf(message));
  const [newerText, setNewerText] = useState<CurrentText | null>(null);
  const sendsByEnter = useEnterSends();
  const [isSaving, setBusy] = useState(false);
  const [isCorrectingLanguage, setIsCorrectingLanguage] = useState(false);
  const editBoxRef = useRef<HTMLDivElement>(null);
  const field = useRef<FieldHandle>(null);
  const latestVersion = newerText && newerText.revision > message.revision ? newerText : message;
  // The live event of the writer's own save may arrive before the response. So a newer version with the text that the
  // writer has just saved is not somebody else's.
  const isEditedElsewhere =
    latestVersion.revision > editedState.seenText.revision &&
    latestVersion.content !== editedState.submittedText?.content;
  const otherVersion = isEditedElsewhere ? latestVersion : null;
  // If the writer has typed nothing, show the text that somebody else has saved.
  if (otherVersion && editedState.content === editedState.seenText.content)
    setEditedState(editedTextOf(latestVersion));
  const { content } = editedState;
  const length = textLengthOf(content);
  const canSave =
    !isSaving && (content.trim() !== "" || message.files.length > 0) && length <= maximumMessageLength;
  const isTextChanged = content !== editedState.seenText.content;
  useEffect(() => reportChanged(isTextChanged), [isTextChanged, reportChanged]);

  const focusBox = useEffectEvent(() => {
    // If the text is already being edited, the box is only rendered again after scrolling. Then do not move the focus,
    // because it may be in another field.
    if (editedText.current !== null) return;
    editedText.current = editedTextOf(message);
    field.current?.focus();
    // Put the caret at the end of the text, where most people go on writing.
    const area = document.activeElement;
    if (area instanceof HTMLTextAreaElement) area.setSelectionRange(area.value.length, area.value.length);
  });
  useEffect(() => focusBox(), []);
  useKeepInView(editBoxRef);
  // If there are unsaved changes, `edit` asks before it closes the box. If the reader leaves the page, the page asks
  // instead.
  useLayer(true, (isNavigating) => {
    if (!isNavigating || !isTextChanged) chatActions.edit(null);
  });

  function storeEdit(newText: EditedText): void {
    editedText.current = newText;
    setEditedState(newText);
  }

  async function saveEditedText(): Promise<void> {
    if (!canSave) return;
    setBusy(true);
    const savedText = { content: replaceNamesByMentions(content.trim(), people) };
    storeEdit({ ...editedState, submittedText: savedText });
    try {
      // The box shows the newer text of somebody else below the field. So the writer knows it, and this save may
      // overwrite it.
      const savedMessage = await saveMessageText(message, savedText.content, latestVersion.revision);
      const currentText = editedText.current;
      // The writer has cancelled this edit during the request, and may already be editing another message. Leave that
      // edit open.
      if (currentText?.submittedText !== savedText) return;
      if (currentText.content === content) return chatActions.edit(null, false);
      // The writer has typed more during the request. Keep the box open with the newer text.
      storeEdit({ ...editedTextOf(savedMessage), content: currentText.content });
      setBusy(false);
    } catch (error) {
      // Keep the box open with its text, so that the writer can try again.
      if (error instanceof ApiError && error.currentText) setNewerText(error.currentText);
      toastError(error);
      setBusy(false);
      field.current?.focus();
    }
  }

  return (
    <div ref={editBoxRef} className={styles.edit} data-focus-layer>
      <div className={styles.fieldBox}>
        <ComposerField
          ref={field}
          content={content}
          onChange={(now) => storeEdit({ ...editedState, content: now })}
          onSubmit={saveEditedText}
          roomId={message.conversation_id}
          people={people}
          label={t("editField")}
          enterSends={sendsByEnter}
        />
      </div>
      {otherVersion && (
        <div className={styles.elsewhere} role="status">
          <p>{t("changedElsewhere")}</p>
          <blockquote>{replaceMentionsByNames(otherVersion.content)}</blockquote>
        </div>
      )}
      <div className={styles.editFoot}>
        <CharacterCounter length={length} />
        <Button size="xs" kind="quiet" onClick={() => chatActions.edit(null, false)}>
          {t("common:cancel")}
        </Button>
        <Button size="xs" kind="primary" onClick={saveEditedText} disabled={!canSave}>
          {t("save")}
        </Button>
        {/* This button comes last in the document, so that pressing Tab twice leads from the text field to Save. */}
        {hasTranslatableWords(message.content) && (
          <Button
            size="xs"
            kind="quiet"
            className={styles.editLanguage}
            onClick={() => setIsCorrectingLanguage(true)}
          >
            {t("room:language", { language: nativeLanguageNames[message.language] })}
          </Button>
        )}
      </div>
      {isCorrectingLanguage && (
        <CorrectMessageLanguageDialog message={message} onClose={() => setIsCorrectingLanguage(false)} />
      )}
    </div>
  );
}
