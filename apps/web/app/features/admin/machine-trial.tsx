import { type Language, languages } from "@kakehashi/contract/languages";
import {
  maximumMachineTrialLength,
  type MachineTrial as Trial,
  tryMachine,
} from "@kakehashi/contract/machine";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { nativeLanguageNames } from "../../i18n/texts.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { ignoreErrorShownByForm } from "../../kit/query.ts";
import { Button } from "../../kit/ui/button.tsx";
import { SelectField } from "../../kit/ui/select.tsx";
import { useErrorText } from "../../kit/ui/states.tsx";
import { TextArea } from "../../kit/ui/text-area.tsx";
import { useFormat } from "../../kit/use-format.ts";
import styles from "./machine.module.css";

/**
 * A form that sends one sentence to the machine translation service. It shows the translation and the response time, or
 * the error.
 */
export function MachineTrial({ onTranslationDone }: { onTranslationDone: () => void }) {
  const { t } = useTranslation("desk");
  const errorTextOf = useErrorText();
  const [text, setText] = useState("");
  const [sourceLanguage, setSourceLanguage] = useState<Language>("ja");
  const [targetLanguage, setTargetLanguage] = useState<Language>("en");
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: async () =>
      (await call(tryMachine, { body: { text, from: sourceLanguage, to: targetLanguage } })).data,
    onSettled: onTranslationDone,
    onError: ignoreErrorShownByForm,
  });
  const canSubmit = text.trim() !== "" && sourceLanguage !== targetLanguage;
  function submitTrial(event: FormEvent): void {
    event.preventDefault();
    if (canSubmit && !isPending) mutate();
  }
  return (
    <section className={styles.part}>
      <h2>{t("machineTry")}</h2>
      <form className={styles.trial} onSubmit={submitTrial}>
        <TextArea
          label={t("machineTryText")}
          value={text}
          maxLength={maximumMachineTrialLength}
          autosize
          minRows={2}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <div className={styles.languages}>
          <LanguageChoice label={t("machineTryFrom")} value={sourceLanguage} onChange={setSourceLanguage} />
          <LanguageChoice label={t("machineTryTo")} value={targetLanguage} onChange={setTargetLanguage} />
          <Button type="submit" kind="primary" loading={isPending} disabled={!canSubmit}>
            {t("machineTryAction")}
          </Button>
        </div>
      </form>
      <div role="status">
        {error && <p className={styles.failed}>{errorTextOf(error)}</p>}
        {data && !isPending && <TrialResult trialResult={data} language={targetLanguage} />}
      </div>
    </section>
  );
}

interface ChoiceProps {
  label: string;
  value: Language;
  onChange: (language: Language) => void;
}

function LanguageChoice({ label, value, onChange }: ChoiceProps) {
  return (
    <SelectField
      label={label}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value as Language)}
    >
      {languages.map((language) => (
        <option key={language} value={language} lang={language}>
          {nativeLanguageNames[language]}
        </option>
      ))}
    </SelectField>
  );
}

function TrialResult({ trialResult, language }: { trialResult: Trial; language: Language }) {
  const { t } = useTranslation("desk");
  const format = useFormat();
  const { translation, problem, reason, milliseconds } = trialResult;
  const durationText = t("machineSeconds", { amount: format.number(Math.round(milliseconds / 10) / 100) });
  return (
    <div className={styles.result}>
      {translation !== null && <p lang={language}>{translation}</p>}
      {problem && (
        <>
          <p>
            <strong className={styles.failed}>{t(`machineProblem_${problem}`)}</strong>
          </p>
          <p className={styles.reason} lang="en">
            {reason}
          </p>
          <p>
            <span className={styles.mutedText}>{t("machineTodo")}</span> {t(`machineAdvice_${problem}`)}
          </p>
        </>
      )}
      <p className={styles.mutedText}>
        {t(problem ? "machineTryFailed" : "machineTryTook", { time: durationText })}
      </p>
    </div>
  );
}
