import { canDoWithBot } from "@kakehashi/contract/bot-permissions";
import { type Bot, changeBot } from "@kakehashi/contract/bots";
import type { BotPlatform } from "@kakehashi/contract/flows/limits";
import type { Language } from "@kakehashi/contract/languages";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { Form, useForm } from "../../kit/form.tsx";
import { toast, toastError } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { SelectField } from "../../kit/ui/select.tsx";
import { UndoBar } from "../../kit/ui/undo-bar.tsx";
import { useLeaveWarning } from "../../kit/ui/use-leave-warning.ts";
import { BasicFields } from "./basic-fields.tsx";
import { BotPictureField } from "./bot-picture.tsx";
import styles from "./bots.module.css";
import { HoursFields } from "./hours-fields.tsx";
import { HttpRequestSettingsFields } from "./http-request-fields.tsx";
import { BotPeople } from "./people.tsx";
import { formatPlatformName } from "./platform-names.ts";
import { botFlowsQuery, cacheBot } from "./queries.ts";
import { UnselectedPlatformsNote } from "./unselected-platforms-note.tsx";
import { WebFields } from "./web-fields.tsx";

const loadBotChangeSchema = () =>
  import("@kakehashi/contract/schemas/bots").then(({ botChangeBodySchema }) => botChangeBodySchema);
const setValueOptions = { shouldDirty: true, shouldValidate: true } as const;

const fieldsOf = ({
  name,
  languages,
  platforms,
  current_platform,
  start_flow_id,
  hours,
  sites,
  request_hosts,
  asks_rating,
}: Bot) => ({
  name,
  languages: languages as Language[],
  platforms: platforms as BotPlatform[],
  current_platform,
  /** The id of the story with which the bot starts. Empty if the bot has no story. */
  start_flow_id: start_flow_id ?? "",
  hours,
  /** The sites that may show the bot, one in each line. */
  sites: sites.join("\n"),
  /** The hosts to which the bot's stories may send requests, one in each line. */
  request_hosts: request_hosts.join("\n"),
  asks_rating,
});
type BotSettingsFields = ReturnType<typeof fieldsOf>;

/** Splits the text of a field into lines. Removes empty lines, and a slash at the end of a line. */
const splitIntoLines = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim().replace(/\/$/, ""))
    .filter(Boolean);

/**
 * The settings of a bot, and the people who work on it. `children` are settings of other features, shown only to people
 * who may edit the bot.
 */
export function BotSettings({ bot, children }: { bot: Bot; children?: ReactNode }) {
  const { t } = useTranslation("bots");
  return (
    <>
      {bot.archived_at && <ArchivedNote bot={bot} />}
      {canDoWithBot(bot.part, "edit") ? (
        <>
          <BotPictureField bot={bot} />
          <SettingsForm bot={bot} />
          {children}
        </>
      ) : (
        <p className={styles.note}>{t("agentNote")}</p>
      )}
      <BotPeople bot={bot} />
      <UndoBar label={t("undo")} />
    </>
  );
}

function ArchivedNote({ bot: { id, part } }: { bot: Bot }) {
  const { t } = useTranslation("bots");
  const restoreBot = () =>
    call(changeBot, { params: { id }, body: { archived: false } })
      .then(({ data }) => {
        cacheBot(data);
        toast(t("restoredToast"));
      })
      .catch(toastError);
  return (
    <div className={styles.archivedNote}>
      <p>{t("archivedText")}</p>
      {canDoWithBot(part, "edit") && <Button onClick={() => void restoreBot()}>{t("restore")}</Button>}
    </div>
  );
}

function SettingsForm({ bot }: { bot: Bot }) {
  const { t } = useTranslation(["bots", "common"]);
  const { data: flows = [], isPending: areFlowsLoading } = useQuery(botFlowsQuery(bot.id));
  const form = useForm({
    schema: loadBotChangeSchema,
    values: fieldsOf(bot),
    toBody: ({ start_flow_id, sites, request_hosts, ...fields }: BotSettingsFields) => ({
      ...fields,
      start_flow_id: start_flow_id || null,
      sites: splitIntoLines(sites),
      request_hosts: splitIntoLines(request_hosts),
    }),
    async send(body, sentValues) {
      const { data } = await call(changeBot, { params: { id: bot.id }, body });
      cacheBot(data);
      form.applySaved(fieldsOf(data), sentValues);
      toast(t("savedToast"));
    },
  });
  useLeaveWarning(form.isDirty && !form.isSubmitting, {
    title: t("leaveTitle"),
    text: t("leaveText"),
    actionLabel: t("leaveAction"),
  });
  const [platforms, currentPlatform] = form.watch(["platforms", "current_platform"]);
  return (
    <Form
      form={form}
      actions={
        <div className={styles.buttons}>
          <Button type="submit" kind="primary" loading={form.isSubmitting} disabled={!form.isDirty}>
            {t("save")}
          </Button>
        </div>
      }
    >
      <BasicFields
        nameField={form.field("name")}
        languages={form.watch("languages")}
        languagesError={form.errorOf("languages")}
        onLanguagesChange={(languages) => form.setValue("languages", languages, setValueOptions)}
        platforms={platforms}
        platformsError={form.errorOf("platforms")}
        onPlatformsChange={(newPlatforms) => {
          form.setValue("platforms", newPlatforms, setValueOptions);
          const [firstPlatform] = newPlatforms;
          if (firstPlatform && !newPlatforms.includes(currentPlatform))
            form.setValue("current_platform", firstPlatform, setValueOptions);
        }}
      />
      <UnselectedPlatformsNote
        botId={bot.id}
        platforms={platforms}
        onPlatforms={(newPlatforms) => form.setValue("platforms", newPlatforms, setValueOptions)}
      />
      <div className={styles.pair}>
        <SelectField
          {...form.field("current_platform")}
          label={t("currentPlatform")}
          description={t("currentPlatformHint")}
        >
          {platforms.map((platform) => (
            <option key={platform} value={platform}>
              {formatPlatformName(platform, t)}
            </option>
          ))}
        </SelectField>
        <SelectField
          // The stories are loaded later than the field is rendered, and a select field shows its value only if that
          // value is an option. So a new `key` creates the field again when the stories arrive.
          key={flows.length}
          {...form.field("start_flow_id")}
          label={t("startStory")}
          description={t(areFlowsLoading || flows.length > 0 ? "startStoryHint" : "noStoriesHint")}
          disabled={flows.length === 0}
        >
          <option value="">{t(areFlowsLoading ? "common:loading" : "noStory")}</option>
          {flows.map(({ id, name, is_enabled }) => (
            <option key={id} value={id}>
              {is_enabled ? name : t("storyOff", { name })}
            </option>
          ))}
        </SelectField>
      </div>
      <HoursFields
        hours={form.watch("hours")}
        onChange={(hours) => form.setValue("hours", hours, setValueOptions)}
        errorOf={form.errorOf}
      />
      {platforms.includes("WEB") && (
        <WebFields
          bot={bot}
          sitesField={form.field("sites")}
          asksRating={form.watch("asks_rating")}
          onAsksRating={(asksRating) => form.setValue("asks_rating", asksRating, setValueOptions)}
        />
      )}
      <HttpRequestSettingsFields botId={bot.id} hostsField={form.field("request_hosts")} />
    </Form>
  );
}
