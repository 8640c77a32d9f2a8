import { isTranslator } from "@kakehashi/contract/known-languages";
import { type Language, languages } from "@kakehashi/contract/languages";
import { type ProjectTextProgress, requestProjectTextTranslations } from "@kakehashi/contract/project-texts";
import type { Project } from "@kakehashi/contract/projects";
import type { Account } from "@kakehashi/contract/users";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link } from "react-router";
import { nativeLanguageNames } from "../../i18n/texts.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { toast, toastError } from "../../kit/toast.ts";
import { Badge } from "../../kit/ui/badge.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { onConversationEvent } from "../live/connection.ts";
import styles from "./project-texts.module.css";
import projectStyles from "./projects.module.css";
import { cacheProjectTexts, projectTextsQuery, refetchProjectTexts } from "./text-queries.ts";

const toneByState = {
  NEEDS_TRANSLATION: "amber",
  MACHINE: "amber",
  TRANSLATED: "indigo",
  APPROVED: "jade",
  NEEDS_RETRANSLATION: "accent",
} as const;

interface ProjectTextsProps {
  project: Project;
  account: Account;
}

/** Shows a project's client which of its texts are translated. A button requests the missing translations. */
export function ProjectTextTranslationStatus({ project, account }: ProjectTextsProps) {
  const { t } = useTranslation("projects");
  const query = useQuery(projectTextsQuery(project.id));
  const roomId = project.conversations.client;
  useEffect(
    () =>
      onConversationEvent((event) => {
        if (event.type === "TRANSLATION_CHANGED" && event.conversation_id === roomId)
          void refetchProjectTexts(project.id);
      }),
    [project.id, roomId],
  );
  return (
    <section className={projectStyles.section} aria-labelledby="texts">
      <h2 id="texts">{t("texts")}</h2>
      <LoadedContent query={query} rows={2}>
        {(texts) => (
          <>
            <p className={styles.hint}>{t("textsHint")}</p>
            <ul className={styles.list}>
              {languages
                // Leave out a language in which all texts are already written, because it needs no translation.
                .filter((language) => texts.some((text) => text.language !== language))
                .map((language) => (
                  <ProjectTextRow key={language} {...{ project, account, texts, language }} />
                ))}
            </ul>
            {texts.some(({ is_too_long }) => is_too_long) && <p className={styles.hint}>{t("textsLong")}</p>}
          </>
        )}
      </LoadedContent>
    </section>
  );
}

function ProjectTextRow({
  project,
  account,
  texts,
  language,
}: ProjectTextsProps & { texts: ProjectTextProgress[]; language: Language }) {
  const { t } = useTranslation("projects");
  const { mutate, isPending } = useMutation({
    mutationFn: async () =>
      (
        await call(requestProjectTextTranslations, {
          params: { id: project.id },
          body: { languages: [language] },
        })
      ).data,
    onSuccess(requestedTexts) {
      cacheProjectTexts(project.id, requestedTexts);
      toast(t("textsAsked"));
    },
    onError: toastError,
  });
  const name = nativeLanguageNames[language];
  const requestedTexts = texts.filter((text) =>
    text.translations.some((textTranslation) => textTranslation.language === language),
  );
  const isMissing = texts.some(
    (text) => !(text.is_too_long || text.language === language || requestedTexts.includes(text)),
  );
  /**
   * Returns the address of a project's text: for translators, the page that translates it; for other people, the thread
   * about it.
   */
  const translationPathOf = ({ message_id }: ProjectTextProgress) =>
    isTranslator(account.role)
      ? `/translations/${message_id}?to=${language}`
      : `/chat/${project.conversations.client}?thread=${texts[0]?.message_id}`;
  return (
    <li className={styles.row}>
      <span className={styles.language} lang={language}>
        {name}
      </span>
      <span className={styles.texts}>
        {requestedTexts.map((text) => (
          <TextState key={text.field} {...{ text, language }} address={translationPathOf(text)} />
        ))}
      </span>
      {isMissing && (
        <Button loading={isPending} onClick={() => mutate()} aria-label={t("textsAskIn", { language: name })}>
          {t("textsAsk")}
        </Button>
      )}
    </li>
  );
}

function TextState({
  text,
  language,
  address,
}: {
  text: ProjectTextProgress;
  language: Language;
  address: string;
}) {
  const { t } = useTranslation("projects");
  const state =
    text.translations.find((textTranslation) => textTranslation.language === language)?.state ??
    "NEEDS_TRANSLATION";
  return (
    <Link className={styles.text} to={address}>
      {t(text.field)} <Badge tone={toneByState[state]}>{t(`textState_${state}`)}</Badge>
    </Link>
  );
}
