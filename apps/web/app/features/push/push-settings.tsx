import { type SettingsChange, updateSettings } from "@kakehashi/contract/account-settings";
import { generalNoticeChoices } from "@kakehashi/contract/user-settings";
import type { Account } from "@kakehashi/contract/users";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { getQueryClient } from "../../kit/query.ts";
import { toast } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Checkbox } from "../../kit/ui/checkbox.tsx";
import { SelectField } from "../../kit/ui/select.tsx";
import { describeTimeZone } from "../../kit/zone-text.ts";
import { accountQuery } from "../auth/session.ts";
import settings from "../settings/settings.module.css";
import { disablePush, enablePush, readDevicePushState } from "./device.ts";
import styles from "./push-settings.module.css";

const deviceQueryKey = ["push-device"];
/** The initial quiet hours, when a person first switches quiet hours on. */
const defaultQuietHours = { from: "22:00", to: "07:00" };

/**
 * The settings of notifications and mails: whether this device gets push messages, which messages cause a notification,
 * whether it shows their text, which mails are sent, and the quiet hours. All but the first are settings of the account
 * and apply to all devices.
 */
export function PushAndMailSettings({ account }: { account: Account }) {
  const { t, i18n } = useTranslation(["push", "account"]);
  const { mutate, isPending } = useMutation({
    mutationFn: (body: SettingsChange) => call(updateSettings, { body }),
    onSuccess: ({ data }) => {
      getQueryClient().setQueryData(accountQuery.queryKey, data);
      toast(t("account:saved"));
    },
  });
  const { notify_about, notify_content, mail_digest, mail_projects, quiet_hours, time_zone } =
    account.settings;
  const timeZoneName = time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <>
      <ThisDeviceSettings />
      <div className={styles.choice}>
        <SelectField
          label={t("about")}
          description={t("aboutNote")}
          value={notify_about}
          disabled={isPending}
          onChange={({ currentTarget: { value } }) => {
            const chosenLevel = generalNoticeChoices.find((noticeLevel) => noticeLevel === value);
            if (chosenLevel) mutate({ notify_about: chosenLevel });
          }}
        >
          <option value="all">{t("aboutAll")}</option>
          <option value="mentions">{t("aboutMentions")}</option>
        </SelectField>
      </div>
      <Checkbox
        label={t("content")}
        description={t("contentNote")}
        checked={notify_content}
        disabled={isPending}
        onChange={({ currentTarget: { checked } }) => mutate({ notify_content: checked })}
      />
      <Checkbox
        label={t("digest")}
        description={t("digestNote")}
        checked={mail_digest}
        disabled={isPending}
        onChange={({ currentTarget: { checked } }) => mutate({ mail_digest: checked })}
      />
      <Checkbox
        label={t("mailProjects")}
        description={t("mailProjectsNote")}
        checked={mail_projects}
        disabled={isPending}
        onChange={({ currentTarget: { checked } }) => mutate({ mail_projects: checked })}
      />
      <Checkbox
        label={t("quiet")}
        description={t("quietNote", { zone: describeTimeZone(timeZoneName, new Date(), i18n.language) })}
        checked={quiet_hours !== null}
        disabled={isPending}
        onChange={({ currentTarget: { checked } }) =>
          mutate({ quiet_hours: checked ? defaultQuietHours : null })
        }
      />
      {quiet_hours && (
        <div className={styles.quietHours}>
          {(["from", "to"] as const).map((boundary) => (
            <label key={boundary} className={settings.field}>
              {t(boundary === "from" ? "quietFrom" : "quietTo")}
              <input
                className={styles.time}
                type="time"
                // Save when the field loses the focus, because the time is incomplete while somebody types it.
                key={quiet_hours[boundary]}
                defaultValue={quiet_hours[boundary]}
                disabled={isPending}
                required
                onBlur={({ currentTarget: { value } }) => {
                  if (value && value !== quiet_hours[boundary])
                    mutate({ quiet_hours: { ...quiet_hours, [boundary]: value } });
                }}
              />
            </label>
          ))}
        </div>
      )}
    </>
  );
}

const deviceStateTextKeys = {
  on: "deviceOn",
  off: "deviceOff",
  blocked: "deviceBlocked",
  homeScreen: "deviceHomeScreen",
  unsupported: "deviceUnsupported",
} as const;

function ThisDeviceSettings() {
  const { t } = useTranslation("push");
  const { data: state } = useQuery({ queryKey: deviceQueryKey, queryFn: readDevicePushState, staleTime: 0 });
  const { mutate, isPending } = useMutation({
    mutationFn: (isOn: boolean) => (isOn ? disablePush() : enablePush()),
    onSuccess: (newState) => {
      getQueryClient().setQueryData(deviceQueryKey, newState);
      if (newState === "on") toast(t("allowed"));
    },
    onError: () => toast(t("failed"), "error"),
  });
  if (!state) return null;
  return (
    <div className={styles.device}>
      <p>{t(deviceStateTextKeys[state])}</p>
      {(state === "on" || state === "off") && (
        <Button loading={isPending} onClick={() => mutate(state === "on")}>
          {t(state === "on" ? "stop" : "allow")}
        </Button>
      )}
    </div>
  );
}
