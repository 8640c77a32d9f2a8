import { getMachine, type MachineState } from "@kakehashi/contract/machine";
import { IconLanguage } from "@tabler/icons-react";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../kit/api.ts";
import { Badge } from "../../kit/ui/badge.tsx";
import { Loaded } from "../../kit/ui/loaded.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { useFormat } from "../../kit/use-format.ts";
import styles from "./machine.module.css";

const machineQuery = queryOptions({
  queryKey: ["admin", "machine"],
  queryFn: ({ signal }) => call(getMachine, { signal }),
});

const providerNames: Record<MachineState["provider"], string> = {
  libretranslate: "LibreTranslate",
  deepl: "DeepL",
  google: "Google",
  azure: "Azure",
  openai: "OpenAI",
};

/** The translation machine: whether it works, and what it was sent this month. */
export function Machine() {
  const { t } = useTranslation("desk");
  return (
    <Loaded query={useQuery(machineQuery)} rows={4}>
      {({ data }) =>
        data ? (
          <Health {...data} />
        ) : (
          <EmptyState
            icon={<IconLanguage size={24} stroke={1.6} />}
            title={t("machineNone")}
            text={t("machineNoneText")}
          />
        )
      }
    </Loaded>
  );
}

function Health({ provider, host, off, last_failure, characters, monthly_characters }: MachineState) {
  const { t, i18n } = useTranslation("desk");
  const format = useFormat();
  const number = (value: number) => value.toLocaleString(i18n.language);
  const usedCharacters = number(characters);
  return (
    <dl className={styles.facts}>
      <dt>{t("machineProvider")}</dt>
      <dd>
        {providerNames[provider]} <span className={styles.mutedText}>{host}</span>
      </dd>
      <dt>{t("machineHealth")}</dt>
      <dd>
        {off ? (
          <Badge tone="amber">
            {t("machineOff", { since: format.full(off.since), until: format.full(off.until) })}
          </Badge>
        ) : (
          <Badge tone="jade">{t("machineOn")}</Badge>
        )}
      </dd>
      <dt>{t("machineCharacters")}</dt>
      <dd>
        {monthly_characters === null
          ? usedCharacters
          : t("machineOf", { used: usedCharacters, most: number(monthly_characters) })}
      </dd>
      <dt>{t("machineFailure")}</dt>
      <dd>
        {last_failure ? (
          <>
            <span lang="en">{last_failure.reason}</span>{" "}
            <span className={styles.mutedText}>{format.full(last_failure.failed_at)}</span>
          </>
        ) : (
          t("machineNoFailure")
        )}
      </dd>
    </dl>
  );
}
