import {
  type ActivationRequest,
  deletionFilters,
  listActivationRequests,
  listAdminUsers,
  type UserForAdmin,
} from "@kakehashi/contract/admin";
import { profileStatuses, roles } from "@kakehashi/contract/users";
import { useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import type { TableColumn } from "../../kit/table/column.ts";
import { Table } from "../../kit/table/table.tsx";
import type { TableFilter } from "../../kit/table/use-filters.ts";
import { Avatar } from "../../kit/ui/avatar.tsx";
import { Badge } from "../../kit/ui/badge.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { PersonName } from "../profiles/name-in-other-script.tsx";
import { roleTextKeys } from "../profiles/roles.ts";
import { statusBadgeTextKeys, statusBadgeTones } from "../profiles/status.ts";
import styles from "./admin.module.css";
import { PersonDialog } from "./person.tsx";

type UserRow = Pick<UserForAdmin, "email" | "name" | "reading" | "latin_name" | "avatar" | "role" | "status">;

/**
 * Returns the table columns that the list of all accounts and the list of profile requests have in common. `idOf`
 * returns the id of the account in a row.
 */
function usePeopleTable<T extends UserRow>(idOf: (row: T) => string, extraColumns: TableColumn<T>[]) {
  const { t } = useTranslation(["admin", "desk", "profiles", "common"]);
  const [openedPersonId, setOpenedPersonId] = useState<string | null>(null);
  const columns: TableColumn<T>[] = [
    {
      title: t("name"),
      csvText: ({ name }) => name,
      cell: (row) => (
        <span className={styles.person}>
          <Avatar id={idOf(row)} name={row.name} image={row.avatar} size={28} />
          <PersonName person={row} />
        </span>
      ),
    },
    { title: t("email"), csvText: ({ email }) => email, cell: ({ email }) => email },
    {
      title: t("role"),
      csvText: ({ role }) => role,
      cell: ({ role }) => <span className={styles.nowrap}>{t(`common:${roleTextKeys[role]}`)}</span>,
    },
    {
      title: t("status"),
      csvText: ({ status }) => status,
      cell: ({ status }) => (
        <Badge tone={statusBadgeTones[status]}>{t(`profiles:${statusBadgeTextKeys[status]}`)}</Badge>
      ),
    },
    ...extraColumns,
  ];
  const filters: TableFilter[] = [
    {
      name: "status",
      label: t("status"),
      options: profileStatuses.map((value) => ({
        value,
        label: t(`profiles:${statusBadgeTextKeys[value]}`),
      })),
    },
    {
      name: "role",
      label: t("role"),
      options: roles.map((value) => ({ value, label: t(`common:${roleTextKeys[value]}`) })),
    },
  ];
  const dialog = openedPersonId && (
    <PersonDialog userId={openedPersonId} close={() => setOpenedPersonId(null)} />
  );
  const openPerson = (row: T) => () => setOpenedPersonId(idOf(row));
  return { columns, filters, dialog, openRow: openPerson };
}

export function ActivationRequests() {
  const { t } = useTranslation(["admin", "desk"]);
  const format = useFormat();
  const { columns, filters, dialog, openRow } = usePeopleTable<ActivationRequest>(
    ({ user_id }) => user_id,
    [
      {
        title: t("requestedAt"),
        csvText: ({ requested_at }) => requested_at ?? "",
        cell: ({ requested_at }) =>
          requested_at && <span className={styles.nowrap}>{format.timeOrDay(requested_at)}</span>,
      },
    ],
  );
  return (
    <>
      <Table
        label={t("title")}
        queryKey={["admin", "activations"]}
        fileName="activations"
        emptyText={({ search, status = "WAITING", ...otherFilters }) =>
          search || status !== "WAITING" || Object.keys(otherFilters).length > 0
            ? undefined
            : { title: t("desk:noRequests"), text: t("desk:noRequestsText") }
        }
        columns={columns}
        filters={filters.map((filter) =>
          filter.name === "status" ? { ...filter, initialValue: "WAITING" } : filter,
        )}
        load={(query, signal) => call(listActivationRequests, { query, ...(signal && { signal }) })}
        keyOf={({ id }) => id}
        openRow={openRow}
      />
      {dialog}
    </>
  );
}

export function UsersAdmin() {
  const { t } = useTranslation(["admin", "desk"]);
  const format = useFormat();
  const { columns, filters, dialog, openRow } = usePeopleTable<UserForAdmin>(
    ({ id }) => id,
    [
      {
        title: t("createdAt"),
        csvText: ({ created_at }) => created_at,
        cell: ({ created_at }) => <span className={styles.nowrap}>{format.timeOrDay(created_at)}</span>,
      },
      {
        title: t("seenAt"),
        csvText: ({ seen_at }) => seen_at ?? "",
        cell: ({ seen_at }) => seen_at && <span className={styles.nowrap}>{format.timeOrDay(seen_at)}</span>,
      },
      {
        title: t("sessions"),
        csvText: ({ sessions }) => String(sessions),
        cell: ({ sessions }) => sessions,
      },
      {
        title: t("deletion"),
        csvText: ({ deletion }) => deletion?.due_at ?? "",
        cell: ({ deletion }) => deletion && <Badge tone="amber">{format.date(deletion.due_at)}</Badge>,
      },
    ],
  );
  return (
    <>
      <Table
        label={t("title")}
        queryKey={["admin", "users"]}
        fileName="users"
        columns={columns}
        filters={[
          ...filters,
          {
            name: "deletion",
            label: t("deletion"),
            options: deletionFilters.map((value) => ({ value, label: t(`deletion${value}`) })),
          },
        ]}
        load={(query, signal) => call(listAdminUsers, { query, ...(signal && { signal }) })}
        keyOf={({ id }) => id}
        openRow={openRow}
      />
      {dialog}
    </>
  );
}
