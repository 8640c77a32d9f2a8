import {
  type ActivationRequest,
  type AdminUser,
  deletionStates,
  listActivations,
  listAdminUsers,
} from "@kakehashi/contract/admin";
import { profileStatuses, roles } from "@kakehashi/contract/users";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../kit/api.ts";
import { Avatar } from "../../kit/ui/avatar.tsx";
import { Badge } from "../../kit/ui/badge.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { roleKeys } from "../profiles/roles.ts";
import { stateKeys, stateTones } from "../profiles/status.ts";
import styles from "./admin.module.css";
import { PersonDialog } from "./person.tsx";
import { type Column, type Filter, Table } from "./table.tsx";

type Row = Pick<AdminUser, "email" | "name" | "avatar" | "role" | "status">;

/** The columns that both lists of people share; `idOf` is the account's. */
function usePeople<T extends Row>(idOf: (row: T) => string, last: Column<T>[]) {
  const { t } = useTranslation(["admin", "profiles", "common"]);
  const [opened, setOpened] = useState<string | null>(null);
  const columns: Column<T>[] = [
    {
      title: t("name"),
      text: ({ name }) => name,
      cell: (row) => (
        <span className={styles.person}>
          <Avatar id={idOf(row)} name={row.name} image={row.avatar} size={28} />
          {row.name}
        </span>
      ),
    },
    { title: t("email"), text: ({ email }) => email, cell: ({ email }) => email },
    {
      title: t("role"),
      text: ({ role }) => role,
      cell: ({ role }) => <span className={styles.nowrap}>{t(`common:${roleKeys[role]}`)}</span>,
    },
    {
      title: t("status"),
      text: ({ status }) => status,
      cell: ({ status }) => <Badge tone={stateTones[status]}>{t(`profiles:${stateKeys[status]}`)}</Badge>,
    },
    ...last,
    {
      title: t("open"),
      cell: (row) => (
        <Button onClick={() => setOpened(idOf(row))} aria-label={`${t("open")}: ${row.name}`}>
          {t("open")}
        </Button>
      ),
    },
  ];
  const filters: Filter[] = [
    {
      name: "status",
      label: t("status"),
      options: profileStatuses.map((value) => ({ value, label: t(`profiles:${stateKeys[value]}`) })),
    },
    {
      name: "role",
      label: t("role"),
      options: roles.map((value) => ({ value, label: t(`common:${roleKeys[value]}`) })),
    },
  ];
  const dialog = opened && <PersonDialog userId={opened} close={() => setOpened(null)} />;
  return { columns, filters, dialog };
}

export function Activations() {
  const { t } = useTranslation("admin");
  const format = useFormat();
  const { columns, filters, dialog } = usePeople<ActivationRequest>(
    ({ user_id }) => user_id,
    [
      {
        title: t("requestedAt"),
        text: ({ requested_at }) => requested_at ?? "",
        cell: ({ requested_at }) =>
          requested_at && <span className={styles.nowrap}>{format.stamp(requested_at)}</span>,
      },
    ],
  );
  return (
    <>
      <Table
        name="activations"
        columns={columns}
        filters={filters.map((filter) =>
          filter.name === "status" ? { ...filter, initial: "WAITING" } : filter,
        )}
        load={(query, signal) => call(listActivations, { query, ...(signal && { signal }) })}
        keyOf={({ id }) => id}
      />
      {dialog}
    </>
  );
}

export function Users() {
  const { t } = useTranslation("admin");
  const format = useFormat();
  const { columns, filters, dialog } = usePeople<AdminUser>(
    ({ id }) => id,
    [
      {
        title: t("createdAt"),
        text: ({ created_at }) => created_at,
        cell: ({ created_at }) => <span className={styles.nowrap}>{format.stamp(created_at)}</span>,
      },
      {
        title: t("seenAt"),
        text: ({ seen_at }) => seen_at ?? "",
        cell: ({ seen_at }) => seen_at && <span className={styles.nowrap}>{format.stamp(seen_at)}</span>,
      },
      {
        title: t("sessions"),
        text: ({ sessions }) => String(sessions),
        cell: ({ sessions }) => sessions,
      },
      {
        title: t("deletion"),
        text: ({ deletion }) => deletion?.due_at ?? "",
        cell: ({ deletion }) => deletion && <Badge tone="amber">{format.date(deletion.due_at)}</Badge>,
      },
    ],
  );
  return (
    <>
      <Table
        name="users"
        columns={columns}
        filters={[
          ...filters,
          {
            name: "deletion",
            label: t("deletion"),
            options: deletionStates.map((value) => ({ value, label: t(`deletion${value}`) })),
          },
        ]}
        load={(query, signal) => call(listAdminUsers, { query, ...(signal && { signal }) })}
        keyOf={({ id }) => id}
      />
      {dialog}
    </>
  );
}
