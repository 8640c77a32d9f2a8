import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { getQueryClient } from "../../kit/query.ts";
import { CountBadge } from "../../kit/ui/badge.tsx";
import { onLiveConnect, onPersonalEvent } from "../live/connection.ts";
import { adminWaitingCountsQuery } from "./waiting-queries.ts";

/**
 * Fetches the admin's data again after each live event about items that wait for an admin, and after each reconnect.
 * Returns a function that removes the two listeners.
 */
function refetchOnWaitingChange(): () => void {
  const refetchAdminData = () => void getQueryClient().invalidateQueries({ queryKey: ["admin"] });
  const unsubscribeEvents = onPersonalEvent(({ type }) => type === "WAITING_CHANGED" && refetchAdminData());
  const unsubscribeConnects = onLiveConnect(refetchAdminData);
  return () => {
    unsubscribeEvents();
    unsubscribeConnects();
  };
}

/** A badge with the number of items that wait for an admin: open requests, new contact messages and failed mails. */
export function WaitingCount() {
  const { t } = useTranslation("workspace");
  const { data } = useQuery(adminWaitingCountsQuery);
  useEffect(refetchOnWaitingChange, []);
  if (!data) return null;
  const count = data.activations + data.contacts + data.mails;
  return <CountBadge value={count} label={t("atDesk", { count })} />;
}
