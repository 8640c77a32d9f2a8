import {
  getBotRequestSigningSecret,
  renewBotRequestSigningSecret,
  signatureHeaderName,
} from "@kakehashi/contract/bot-requests";
import { IconCopy } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import type { FieldProps } from "../../kit/form.tsx";
import { toast } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { askToConfirm } from "../../kit/ui/confirm.tsx";
import { TextArea } from "../../kit/ui/text-area.tsx";
import { useCopy } from "../../kit/ui/use-copy.ts";
import styles from "./bots.module.css";

/**
 * The fields for the HTTP requests that a bot's stories send: the allowed hosts, and the secret that signs the
 * requests.
 */
export function HttpRequestSettingsFields({ botId, hostsField }: { botId: string; hostsField: FieldProps }) {
  const { t } = useTranslation("bots");
  return (
    <fieldset className={styles.group}>
      <legend>{t("requests")}</legend>
      <TextArea
        {...hostsField}
        label={t("requestHosts")}
        description={t("requestHostsHint")}
        rows={2}
        autosize
        maxRows={8}
        spellCheck={false}
        placeholder="api.example.com"
      />
      <p className={styles.hint}>{t("requestSecretHint", { header: signatureHeaderName })}</p>
      <RequestSecret botId={botId} />
    </fieldset>
  );
}

/**
 * Shows the secret that signs the bot's requests. It is fetched only when somebody presses the button that shows it.
 */
function RequestSecret({ botId }: { botId: string }) {
  const { t } = useTranslation("bots");
  const copyText = useCopy();
  const { data, mutate, isPending } = useMutation({
    mutationFn: async (isNew: boolean) => {
      const request = { params: { id: botId } };
      const { data } = await (isNew
        ? call(renewBotRequestSigningSecret, request)
        : call(getBotRequestSigningSecret, request));
      if (isNew) toast(t("secretRenewed"));
      return data.secret;
    },
  });
  if (data === undefined)
    return (
      <div className={styles.copied}>
        <Button loading={isPending} onClick={() => mutate(false)}>
          {t("showSecret")}
        </Button>
      </div>
    );
  return (
    <div className={styles.copied}>
      <code translate="no" dir="ltr">
        {data}
      </code>
      <Button
        leftSection={<IconCopy size={16} stroke={1.6} />}
        onClick={() => copyText(data, t("copiedSecret"))}
      >
        {t("copySecret")}
      </Button>
      <Button
        loading={isPending}
        onClick={async () => {
          const question = {
            title: t("renewSecret"),
            text: t("renewSecretText"),
            actionLabel: t("renewSecret"),
          };
          if (await askToConfirm(question)) mutate(true);
        }}
      >
        {t("renewSecret")}
      </Button>
    </div>
  );
}
