import { placeholderPattern } from "@kakehashi/contract/flows/placeholder";
import type { CheckWarning } from "@kakehashi/contract/translation-checks/check";
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { ApiError } from "../../kit/api-error.ts";
import { languageTextKeys } from "../../kit/language-keys.ts";
import { toast, toastError } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { useReader } from "../auth/reader.ts";
import {
  type BotTextDetail,
  type BotTextKey,
  claimText,
  releaseText,
  saveTranslationOfBotText,
} from "./bot-text-queries.ts";
import { CheckWarningList, useTranslationChecks } from "./checks.tsx";
import styles from "./editor.module.css";
import { MarkedField } from "./marked-field.tsx";
import { useBotTextDraft } from "./use-bot-text-draft.ts";
import { useClaimWhileTyping } from "./use-claim.ts";
import { useIsClaimValid } from "./use-claim-holds.ts";
import { warnedRangesOf } from "./warned-places.ts";

/** The functions of the editor that the surrounding page can call. */
export interface BotTextEditorHandle {
  replaceText(text: string): void;
  toggleClaim(): Promise<void>;
}

interface BotTextEditorProps {
  at: BotTextKey;
  whole: BotTextDetail;
  onDone: () => void;
  onWarnings: (warnings: readonly CheckWarning[]) => void;
  ref: Ref<BotTextEditorHandle>;
}

/** Returns the text key of the reason why the bot's text cannot be saved now. Null if it can be saved. */
export function closedReasonTextKeyOf({ is_sent, bot_archived, is_asked }: BotTextDetail) {
  if (is_sent) return "botSent";
  if (bot_archived) return "botArchived";
  return is_asked ? null : "botNotAsked";
}

/** Returns the number of characters that count towards a platform's limit. Placeholders of variables do not count. */
const textLengthOf = (text: string): number => [...text.replace(placeholderPattern, "")].length;

const platformNames = { MESSENGER: "Messenger", ZALO: "Zalo", WEB: "Web" } as const;

/**
 * The editor of a bot's text. It stores a draft until the translation is saved. The React key must identify the text.
 */
export function BotTextEditor({ at, whole, onDone, onWarnings, ref }: BotTextEditorProps) {
  const { t } = useTranslation(["translations", "common"]);
  const { userId } = useReader();
  const { text: unit, draft: storedDraft } = whole;
  const closedReasonTextKey = closedReasonTextKeyOf(whole);
  const { source, target, maximum, platform, source_language, language } = unit;
  const draft = useBotTextDraft(userId, at, storedDraft?.content ?? null, target);
  const { text } = draft;
  // The versions of the original and the translation that the writer has read. If either changes, the writer must read
  // the new version before saving.
  const [readTexts, setReadTexts] = useState({ source, target });
  const [isSaving, setIsSaving] = useState(false);
  const [refusalText, setRefusalText] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  const isClaimValid = useIsClaimValid(unit.claimed_at);
  const isOwnClaim = isClaimValid && unit.claimed_by?.id === userId;
  const isClaimedByOther = isClaimValid && unit.claimed_by !== null && !isOwnClaim;
  const claim = useClaimWhileTyping({
    lastTypedStorageKey: `bot-text-claim ${userId} ${at.container_id} ${at.field} ${at.targetLanguage}`,
    isOwnClaim,
    claim: () => claimText(at),
    release: () => releaseText(at),
  });
  const checkedText = useTranslationChecks({
    original: source,
    translation: text,
    sourceLanguage: source_language,
    targetLanguage: language,
    conversationId: null,
  });
  const reportWarnings = useEffectEvent((warnings: readonly CheckWarning[]) => onWarnings(warnings));
  useEffect(() => reportWarnings(checkedText.warnings), [checkedText.warnings]);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  const hasSourceChanged = readTexts.source !== source;
  const hasTargetChanged = readTexts.target !== target;
  const length = textLengthOf(text.trim());

  function change(newText: string): void {
    setRefusalText("");
    draft.change(newText);
    if (!draft.isChanged) setReadTexts({ source, target });
    if (newText === target) claim.release();
    else claim.renew();
  }

  useImperativeHandle(ref, () => ({
    replaceText(insertedText) {
      const textArea = field.current;
      if (!textArea || isSaving) return;
      textArea.focus();
      textArea.select();
      if (!document.execCommand("insertText", false, insertedText)) change(insertedText);
    },
    async toggleClaim() {
      try {
        await (isOwnClaim ? claim.releaseOwnClaim() : claim.take());
      } catch (error) {
        toastError(error);
      }
      field.current?.focus();
    },
  }));

  async function saveText(): Promise<void> {
    const content = text.trim();
    if (isSaving || content === "" || hasSourceChanged || hasTargetChanged) return;
    setIsSaving(true);
    draft.pause();
    try {
      await claim.releaseUnusedClaim();
      await saveTranslationOfBotText(at, { content, ...readTexts });
      claim.forget();
      draft.end();
      toast(t("saved"));
      onDone();
    } catch (error) {
      // Saving has failed, so keep the text as a draft.
      draft.change(text);
      const reason = error instanceof ApiError ? error.fields.content : undefined;
      if (reason) setRefusalText(reason);
      else toastError(error);
    } finally {
      setIsSaving(false);
    }
  }

  const label = t("translationInto", { language: t(`common:${languageTextKeys[language]}`) });
  return (
    <form
      className={styles.editor}
      data-focus-layer
      onSubmit={(event) => {
        event.preventDefault();
        void saveText();
      }}
    >
      {closedReasonTextKey && (
        <p className={styles.changed} role="status">
          {t(closedReasonTextKey)}
        </p>
      )}
      {isClaimedByOther && (
        <p className={styles.changed} role="status">
          {t("heldByOther")}
        </p>
      )}
      {(hasSourceChanged || hasTargetChanged) && (
        <div className={styles.changed} role="status">
          <p>{t(hasSourceChanged ? "originalChanged" : "botTargetChanged")}</p>
          {hasTargetChanged && target !== "" && <blockquote lang={language}>{target}</blockquote>}
          <div className={styles.choices}>
            <Button size="xs" onClick={() => setReadTexts({ source, target })}>
              {t("goOn")}
            </Button>
          </div>
        </div>
      )}
      <MarkedField
        ref={field}
        markedText={{
          text: checkedText.plainText,
          ranges: warnedRangesOf(checkedText.warnings, "translation", checkedText.content),
        }}
        lang={language}
        rows={4}
        value={text}
        readOnly={isSaving}
        aria-label={label}
        placeholder={label}
        aria-invalid={refusalText !== "" || undefined}
        aria-describedby="bot-text-length"
        onChange={({ currentTarget }) => change(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || event.key !== "Enter" || event.shiftKey) return;
          if (!event.ctrlKey && !event.metaKey) return;
          event.preventDefault();
          void saveText();
        }}
      />
      {refusalText !== "" && (
        <p className={styles.refusal} role="alert">
          {refusalText}
        </p>
      )}
      <div className={styles.foot}>
        <span id="bot-text-length" className={styles.length} data-over={length > maximum || undefined}>
          {t("botLength", { length, maximum, platform: platformNames[platform] })}
        </span>
        <Button
          size="sm"
          kind="primary"
          type="submit"
          loading={isSaving}
          disabled={
            text.trim() === "" ||
            hasSourceChanged ||
            hasTargetChanged ||
            isClaimedByOther ||
            closedReasonTextKey !== null
          }
        >
          {t("save")}
        </Button>
      </div>
      {/* The warnings are below the Save button, so that the button does not move when they appear. If the server has
          refused the text, its error already names the wrong placeholders. In that case, leave out the warning about
          placeholders. */}
      <CheckWarningList
        warnings={
          refusalText === ""
            ? checkedText.warnings
            : checkedText.warnings.filter(({ kind }) => kind !== "placeholder")
        }
      />
    </form>
  );
}
