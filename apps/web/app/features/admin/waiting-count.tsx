import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { queryClient } from "../../kit/query.ts";
import { Count } from "../../kit/ui/badge.tsx";
import { onLiveConnect, onPersonalEvent } from "../live/connection.ts";
import { waitingQuery } from "./waiting-queries.ts";

/** Fetches the admin's data again when a live event says that it changed. */
function refetchOnWaitingChange(): () => void {
  const refetchAdminData = () => void queryClient().invalidateQueries({ queryKey: ["admin"] });
  const stopEvents = onPersonalEvent(({ type }) => type === "WAITING_CHANGED" && refetchAdminData());
  const stopListening = onLiveConnect(refetchAdminData);
  return () => {
    stopEvents();
    stopListening();
  };
}

/** The number of open requests, new contact messages and failed mails. */
export function WaitingCount() {
  const { t } = useTranslation("workspace");
  const { data } = useQuery(waitingQuery);
  useEffect(refetchOnWaitingChange, []);
  if (!data) return null;
  const count = data.activations + data.contacts + data.mails;
  return <Count value={count} label={t("atDesk", { count })} />;
}
