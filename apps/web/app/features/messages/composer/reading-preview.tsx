import type { Language } from "@kakehashi/contract/languages";
import {
  type RoomMachineTranslation,
  type TranslationBeforeSending,
  translateBeforeSending,
} from "@kakehashi/contract/machine-rooms";
import { replaceMentionsByNames, replaceNamesByMentions } from "@kakehashi/contract/mentions";
import type { UserSummary } from "@kakehashi/contract/users";
import { IconX } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "../../../i18n/use-translation.tsx";
import { call } from "../../../kit/api.ts";
import { languageTextKeys } from "../../../kit/language-keys.ts";
import { useLayer } from "../../../kit/layers.ts";
import { ignoreErrorShownByForm } from "../../../kit/query.ts";
import { Button } from "../../../kit/ui/button.tsx";
import { IconButton } from "../../../kit/ui/icon-button.tsx";
import { useErrorText } from "../../../kit/ui/states.tsx";
import { machineNames, machineProblemTextKeys } from "../../conversations/room-machine-query.ts";
import styles from "./reading-preview.module.css";

interface ReadingPreviewProps {
  roomId: string;
  people: readonly UserSummary[];
  machine: RoomMachineTranslation;
  area: HTMLTextAreaElement;
  content: string;
}

/**
 * A button that previews a message for readers of other languages. For each language, the preview shows the machine
 * translation and its translation back into the writer's language. Alt+Enter in the text area presses the button. Only
 * the press sends the text to the machine.
 */
export function TranslationPreviewButton({ roomId, people, machine, area, content }: ReadingPreviewProps) {
  const { t } = useTranslation("writing");
  const [isOpen, setOpen] = useState(false);
  const { mutate, data, error, isPending, variables } = useMutation({
    mutationFn: async (text: string) =>
      (await call(translateBeforeSending, { params: { id: roomId }, body: { content: text } })).data,
    onError: ignoreErrorShownByForm,
  });
  const text = replaceNamesByMentions(content.trim(), people);
  const hasFailed = Boolean(error) || data?.readings.some(({ problem }) => problem !== null);
  const hasChanged = variables !== undefined && variables !== text;
  useLayer(isOpen, () => setOpen(false));

  /** Opens the preview. Requests the translations, unless they are loaded already. */
  function openPreview(): void {
    setOpen(true);
    if (!isPending && (hasChanged || hasFailed || !data)) mutate(text);
  }
  const onShortcut = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "Enter" || !event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return;
    // Stop the event. Otherwise the composer would also send the message or begin a new line.
    event.preventDefault();
    event.stopPropagation();
    openPreview();
  });
  useEffect(() => {
    area.addEventListener("keydown", onShortcut);
    return () => area.removeEventListener("keydown", onShortcut);
  }, [area]);

  const form = area.form;
  return (
    <>
      <button
        type="button"
        className={styles.ask}
        data-tip={t("howReadTip")}
        aria-expanded={isOpen}
        onClick={openPreview}
      >
        {t("howRead")}
      </button>
      {isOpen &&
        form &&
        createPortal(
          <section className={styles.panel} aria-label={t("howRead")}>
            <header className={styles.head}>
              <h3>{t("howRead")}</h3>
              <IconButton label={t("close")} onClick={() => setOpen(false)}>
                <IconX size={18} stroke={1.8} />
              </IconButton>
            </header>
            <div aria-live="polite" aria-busy={isPending}>
              {isPending && (
                <p className={styles.note}>{t("asking", { machine: machineNames[machine.provider] })}</p>
              )}
              {error && !isPending && <PreviewFailed error={error} />}
              {data && !isPending && (
                <div className={styles.readings} data-old={hasChanged || undefined}>
                  <TranslationPreviews readings={data.readings} />
                </div>
              )}
            </div>
            {!isPending && (hasChanged || hasFailed) && (
              <p className={styles.again}>
                {hasChanged && <span>{t("textChanged")}</span>}
                <Button size="xs" onClick={() => mutate(text)}>
                  {t("again")}
                </Button>
              </p>
            )}
            <p className={styles.note}>{t("nothingSent")}</p>
          </section>,
          form,
        )}
    </>
  );
}

function PreviewFailed({ error }: { error: unknown }) {
  const getErrorText = useErrorText();
  return <p className={styles.failed}>{getErrorText(error)}</p>;
}

function TranslationPreviews({ readings: previews }: { readings: readonly TranslationBeforeSending[] }) {
  const { t } = useTranslation("writing");
  if (previews.length === 0) return <p className={styles.note}>{t("nothing")}</p>;
  return previews.map((preview) => <PreviewOfLanguage key={preview.language} reading={preview} />);
}

function PreviewOfLanguage({ reading }: { reading: TranslationBeforeSending }) {
  const { t } = useTranslation(["writing", "common"]);
  const { language, translation, origin, back, problem } = reading;
  return (
    <div className={styles.reading}>
      <h4>{t("intoLanguage", { language: t(`common:${languageTextKeys[language]}`) })}</h4>
      {translation !== null && <PreviewText language={language}>{translation}</PreviewText>}
      {origin === "MEMORY" && <p className={styles.note}>{t("approvedBefore")}</p>}
      {back !== null && (
        <div className={styles.back}>
          <span className={styles.note}>{t("back")}</span>
          <PreviewText>{back}</PreviewText>
        </div>
      )}
      {problem && (
        <p className={styles.failed}>
          {translation !== null && `${t("backFailed")} `}
          {t(machineProblemTextKeys[problem])}
        </p>
      )}
    </div>
  );
}

function PreviewText({ language, children }: { language?: Language; children: string }) {
  return (
    <p className={styles.text} lang={language}>
      {replaceMentionsByNames(children)}
    </p>
  );
}
