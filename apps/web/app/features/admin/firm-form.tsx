import { changeFirm, type Firm, type FirmInAllLanguages } from "@kakehashi/contract/firm";
import { isLanguage, type Language, languages } from "@kakehashi/contract/languages";
import { useEffect, useState } from "react";
import { nativeLanguageNames } from "../../i18n/texts.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { ApiError } from "../../kit/api-error.ts";
import { Form, useForm } from "../../kit/form.tsx";
import { getQueryClient } from "../../kit/query.ts";
import { toast } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { useLeaveWarning } from "../../kit/ui/use-leave-warning.ts";
import styles from "./admin.module.css";
import own from "./firm.module.css";
import { FirmConflict } from "./firm-conflict.tsx";
import { FirmFields } from "./firm-fields.tsx";
import { FirmPeople } from "./firm-people.tsx";
import { firmQuery } from "./firm-queries.ts";

const loadChangeFirmSchema = () =>
  import("@kakehashi/contract/schemas/firm").then((firm) => firm.changeFirm.body);

function firmFactsOf({ version: _, updated_at: __, changed_by: ___, ...facts }: Firm): FirmInAllLanguages {
  return facts;
}

/**
 * The form for the firm's public details. It shows the texts of one language at a time. If another admin saves
 * meanwhile, the form shows the new version, unless this admin has already changed something. In that case the server
 * reports a conflict when this admin saves.
 */
export function FirmForm({ firm }: { firm: Firm }) {
  const { t, i18n } = useTranslation(["desk", "common"]);
  const [language, setLanguage] = useState<Language>(isLanguage(i18n.language) ? i18n.language : "en");
  /** The version of the company's details on which the form is based. */
  const [baseFirm, setBaseFirm] = useState(firm);
  /** Whether the server refused to save, because another admin had saved the company's details first. */
  const [isSaveRefused, setIsSaveRefused] = useState(false);
  const newerFirm = isSaveRefused && firm.version > baseFirm.version ? firm : null;
  const form = useForm({
    schema: loadChangeFirmSchema,
    values: firmFactsOf(baseFirm),
    mode: "onSubmit",
    toBody: (facts) => ({ ...facts, version: (newerFirm ?? baseFirm).version }),
    async send(body, sentValues) {
      const savedFirm = (await call(changeFirm, { body })).data;
      setIsSaveRefused(false);
      setBaseFirm(savedFirm);
      form.applySaved(firmFactsOf(savedFirm), sentValues);
      toast(t("saved"));
      getQueryClient().setQueryData(firmQuery.queryKey, savedFirm);
    },
    async onRefused(error) {
      if (!(error instanceof ApiError) || error.code !== "FIRM.CHANGED") return false;
      const newestFirm = await getQueryClient()
        .fetchQuery({ ...firmQuery, staleTime: 0 })
        .catch(() => null);
      setIsSaveRefused(newestFirm !== null);
      return newestFirm !== null;
    },
  });
  const { isDirty, isSubmitting } = form;
  useLeaveWarning(isDirty, { title: t("leaveTitle"), text: t("leaveText"), actionLabel: t("leaveAction") });
  function loadNewerFirm(): void {
    setBaseFirm(firm);
    form.reset(firmFactsOf(firm));
    setIsSaveRefused(false);
  }
  useEffect(() => {
    if (!isDirty && !isSubmitting && firm.version > baseFirm.version) loadNewerFirm();
  });
  return (
    <Form
      form={form}
      className={own.form ?? ""}
      actions={
        <>
          {newerFirm && (
            <FirmConflict
              firmOfOtherAdmin={newerFirm}
              ownFirmFields={form.getValues()}
              busy={isSubmitting}
              loadOtherVersion={loadNewerFirm}
              overwriteOtherVersion={() => void form.submit()}
            />
          )}
          <div className={own.saveBar}>
            <Button
              type="submit"
              kind="primary"
              loading={isSubmitting}
              disabled={!isDirty || newerFirm !== null}
            >
              {t("save")}
            </Button>
          </div>
        </>
      }
    >
      <fieldset className={own.languages}>
        <legend>{t("firmLanguage")}</legend>
        {languages.map((option) => (
          <label key={option} lang={option}>
            <input
              type="radio"
              name="firm-language"
              checked={option === language}
              onChange={() => setLanguage(option)}
            />
            {nativeLanguageNames[option]}
          </label>
        ))}
        <p className={styles.hint}>{t("firmFallback")}</p>
      </fieldset>
      <FirmFields form={form} language={language} />
      <fieldset className={own.fieldset}>
        <legend>{t("firmPeople")}</legend>
        <FirmPeople form={form} language={language} />
      </fieldset>
    </Form>
  );
}
