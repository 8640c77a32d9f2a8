import { createBot, importBot } from "@kakehashi/contract/bots";
import type { BotPlatform } from "@kakehashi/contract/flows/limits";
import { createBotFileFromTemplate } from "@kakehashi/contract/flows/templates/draw";
import { botTemplates } from "@kakehashi/contract/flows/templates/templates";
import { isLanguage, type Language } from "@kakehashi/contract/languages";
import { useState } from "react";
import { useNavigate } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { Form, useForm } from "../../kit/form.tsx";
import { toast } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { useLeaveWarning } from "../../kit/ui/use-leave-warning.ts";
import { BasicFields } from "./basic-fields.tsx";
import styles from "./bots.module.css";
import { cacheBot } from "./queries.ts";

const loadBotSchema = () =>
  import("@kakehashi/contract/schemas/bots").then(({ newBotBodySchema }) => newBotBodySchema);
const setValueOptions = { shouldDirty: true, shouldValidate: true } as const;

type TemplateName = keyof typeof botTemplates | "empty";
const templateNames = ["empty", ...Object.keys(botTemplates)] as TemplateName[];

/** The form for a new bot: its template and its basic settings. */
export function NewBot() {
  const { t, i18n } = useTranslation(["bots", "common"]);
  const reader: Language = isLanguage(i18n.language) ? i18n.language : "en";
  const navigate = useNavigate();
  const [templateName, setTemplate] = useState<TemplateName>("salon");
  const form = useForm({
    schema: loadBotSchema,
    values: { name: "", languages: [reader] as Language[], platforms: ["WEB"] as BotPlatform[] },
    async send(settings) {
      const { data } =
        templateName === "empty"
          ? await call(createBot, { body: settings })
          : await call(importBot, {
              body: createBotFileFromTemplate(botTemplates[templateName], settings, reader),
            });
      cacheBot(data);
      toast(t("createdToast"));
      form.reset();
      await navigate(`/bots/${data.id}`, { replace: true });
    },
  });
  useLeaveWarning(form.isDirty && !form.isSubmitting, {
    title: t("leaveTitle"),
    text: t("leaveText"),
    actionLabel: t("leaveAction"),
  });
  return (
    <Form
      form={form}
      actions={
        <div className={styles.buttons}>
          <Button onClick={() => void navigate("/bots")}>{t("common:cancel")}</Button>
          <Button type="submit" kind="primary" loading={form.isSubmitting}>
            {t("create")}
          </Button>
        </div>
      }
    >
      <fieldset className={styles.group}>
        <legend>{t("begin")}</legend>
        <div className={styles.templates}>
          {templateNames.map((name) => (
            <label key={name} className={styles.template}>
              <input
                className="visually-hidden"
                type="radio"
                name="template"
                checked={name === templateName}
                onChange={() => setTemplate(name)}
              />
              <strong>{name === "empty" ? t("beginEmpty") : botTemplates[name].title[reader]}</strong>
              <span>{name === "empty" ? t("beginEmptyText") : botTemplates[name].description[reader]}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <BasicFields
        nameField={form.field("name")}
        languages={form.watch("languages")}
        languagesError={form.errorOf("languages")}
        onLanguagesChange={(languages) => form.setValue("languages", languages, setValueOptions)}
        platforms={form.watch("platforms")}
        platformsError={form.errorOf("platforms")}
        onPlatformsChange={(platforms) => form.setValue("platforms", platforms, setValueOptions)}
      />
    </Form>
  );
}
