import {
  chooseMachineForNewRooms,
  getMachine,
  type MachineFailure,
  type MachineProviderState,
} from "@kakehashi/contract/machine";
import { IconLanguage } from "@tabler/icons-react";
import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { getQueryClient } from "../../kit/query.ts";
import { Badge } from "../../kit/ui/badge.tsx";
import { Checkbox } from "../../kit/ui/checkbox.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { useOptimisticValue } from "../../kit/use-saved.ts";
import { machineNames } from "../conversations/room-machine-query.ts";
import styles from "./machine.module.css";
import { MachineTrial } from "./machine-trial.tsx";

const machineQuery = queryOptions({
  queryKey: ["admin", "machine"],
  queryFn: ({ signal }) => call(getMachine, { signal }),
});
const refetchMachine = () => void getQueryClient().invalidateQueries({ queryKey: machineQuery.queryKey });

/**
 * The status page of the machine translation service. It shows whether the service works, where it is used and which
 * translations failed. A form sends a sentence to the service as a test.
 */
export function MachineAdmin() {
  const { t } = useTranslation("desk");
  return (
    <LoadedContent query={useQuery(machineQuery)} rows={4}>
      {({ data }) =>
        data ? (
          <div className={styles.machine}>
            <MachineHealth {...data} />
            <NewRoomsSwitch {...data} />
            <MachineTrial onTranslationDone={refetchMachine} />
            <MachineFailures failures={data.failures} />
          </div>
        ) : (
          <EmptyState
            icon={<IconLanguage size={24} stroke={1.6} />}
            title={t("machineNone")}
            text={t("machineNoneText")}
          />
        )
      }
    </LoadedContent>
  );
}

function MachineHealth(machine: MachineProviderState) {
  const { provider, host, off, characters, monthly_characters, room_count, waiting_count } = machine;
  const { t } = useTranslation("desk");
  const format = useFormat();
  const usedCharacters = format.number(characters);
  return (
    <dl className={styles.facts}>
      <dt>{t("machineProvider")}</dt>
      <dd>
        {machineNames[provider]} <span className={styles.mutedText}>{host}</span>
      </dd>
      <dt>{t("machineHealth")}</dt>
      <dd>
        <Badge tone={off ? "amber" : "jade"}>{t(off ? "machinePaused" : "machineOn")}</Badge>
        {off && (
          <span className={styles.mutedText}>
            {" "}
            {t("machineOff", {
              since: format.fullDateTime(off.since),
              until: format.fullDateTime(off.until),
            })}
          </span>
        )}
      </dd>
      <dt>{t("machineCharacters")}</dt>
      <dd>
        {monthly_characters === null
          ? usedCharacters
          : t("machineOf", { used: usedCharacters, most: format.number(monthly_characters) })}
      </dd>
      {waiting_count > 0 && (
        <>
          <dt>{t("machineWaiting")}</dt>
          <dd>{t("machineWaitingCount", { count: waiting_count })}</dd>
        </>
      )}
      <dt>{t("machineRooms")}</dt>
      <dd>{t("machineRoomCount", { count: room_count })}</dd>
    </dl>
  );
}

function NewRoomsSwitch({ new_rooms, host }: MachineProviderState) {
  const { t } = useTranslation("desk");
  const { mutateAsync } = useMutation({
    mutationFn: (isOn: boolean) => call(chooseMachineForNewRooms, { body: { on: isOn } }),
    onSuccess: (newState) => getQueryClient().setQueryData(machineQuery.queryKey, newState),
  });
  const newRoomsChoice = useOptimisticValue(new_rooms, mutateAsync);
  return (
    <Checkbox
      label={t("machineNewRooms")}
      description={t("machineNewRoomsNote", { host })}
      checked={newRoomsChoice.value}
      aria-busy={newRoomsChoice.isSaving}
      onChange={({ currentTarget }) => newRoomsChoice.change(currentTarget.checked)}
    />
  );
}

function MachineFailures({ failures }: { failures: readonly MachineFailure[] }) {
  const { t } = useTranslation("desk");
  const format = useFormat();
  return (
    <section className={styles.part}>
      <h2>{t("machineFailures")}</h2>
      {failures.length === 0 && <p className={styles.mutedText}>{t("machineNoFailures")}</p>}
      <ul className={styles.failures}>
        {failures.map(({ provider, problem, reason, times, last_at }) => (
          <li key={`${provider} ${problem} ${reason}`}>
            <p className={styles.failureHead}>
              <strong>{t(`machineProblem_${problem}`)}</strong>
              <span className={styles.mutedText}>
                {machineNames[provider]} · {format.fullDateTime(last_at)} ·{" "}
                {t("machineTimes", { count: times })}
              </span>
            </p>
            <p className={styles.reason} lang="en">
              {reason}
            </p>
            <p>
              <span className={styles.mutedText}>{t("machineTodo")}</span> {t(`machineAdvice_${problem}`)}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
