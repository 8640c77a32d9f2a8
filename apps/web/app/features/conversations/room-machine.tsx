import type { Conversation } from "@kakehashi/contract/conversations";
import { type RoomMachineTranslation as State, switchRoomMachine } from "@kakehashi/contract/machine-rooms";
import { useMutation } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { getQueryClient } from "../../kit/query.ts";
import { Checkbox } from "../../kit/ui/checkbox.tsx";
import { useOptimisticValue } from "../../kit/use-saved.ts";
import { useReader } from "../auth/reader.ts";
import { shortenName } from "../profiles/short-name.ts";
import pane from "./details-pane.module.css";
import styles from "./room-machine.module.css";
import { machineNames, roomTranslationMachineKey, useRoomTranslationMachine } from "./room-machine-query.ts";

type MachineRoom = Pick<Conversation, "id" | "kind" | "partner">;

/**
 * Says whether the room's messages are sent to a machine translation service, and to which one. Has a switch that
 * changes this. Renders nothing if this installation has no such service.
 */
export function RoomTranslationMachine({ conversation }: { conversation: MachineRoom }) {
  const { t } = useTranslation("writing");
  const heading = useId();
  const { data } = useRoomTranslationMachine(conversation.id);
  if (!data) return null;
  return (
    <section className={styles.machine} aria-labelledby={heading}>
      <h3 className={pane.heading} id={heading}>
        {t("title")}
      </h3>
      <TranslationProviderNote state={data} />
      {data.may_switch ? (
        <TranslationMachineSwitch conversation={conversation} state={data} />
      ) : (
        <p className={styles.note}>{t(data.project_name === null ? "owners" : "hosts")}</p>
      )}
      {data.project_name !== null && (
        <p className={styles.note}>{t("project", { name: data.project_name })}</p>
      )}
    </section>
  );
}

function TranslationProviderNote({ state: { is_on, provider, host } }: { state: State }) {
  const { t } = useTranslation("writing");
  return (
    <p className={styles.state} role="status">
      {is_on ? t("on", { machine: machineNames[provider], host }) : t("off")}
    </p>
  );
}

interface SwitchProps {
  conversation: MachineRoom;
  state: State;
}

function TranslationMachineSwitch({ conversation: { id, kind, partner }, state }: SwitchProps) {
  const { t } = useTranslation("writing");
  const { userId } = useReader();
  const { mutateAsync } = useMutation({
    mutationFn: async (isMachineOn: boolean) =>
      (await call(switchRoomMachine, { params: { id }, body: { on: isMachineOn } })).data,
    onSuccess: (data) => getQueryClient().setQueryData(roomTranslationMachineKey(id), data),
  });
  const isDirectChat = kind === "DIRECT";
  const { is_on, agreed_user_ids, provider, host } = state;
  const machineName = machineNames[provider];
  const isTurnedOn = isDirectChat ? agreed_user_ids.includes(userId) : is_on;
  const optimisticSwitch = useOptimisticValue(isTurnedOn, mutateAsync);
  const hasPartnerAgreed = partner !== null && agreed_user_ids.includes(partner.id);
  return (
    <>
      <Checkbox
        label={
          isDirectChat ? t("agree", { machine: machineName, host }) : t("switch", { machine: machineName })
        }
        checked={optimisticSwitch.value}
        aria-busy={optimisticSwitch.isSaving}
        onChange={({ currentTarget }) => optimisticSwitch.change(currentTarget.checked)}
      />
      {isDirectChat && (
        <p className={styles.note}>
          {hasPartnerAgreed && !is_on && `${t("otherAgrees", { name: shortenName(partner.name) })} `}
          {t("both")}
        </p>
      )}
    </>
  );
}
