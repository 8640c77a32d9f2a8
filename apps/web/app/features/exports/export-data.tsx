import {
  type DataExport,
  downloadDataExport,
  getDataExport,
  requestDataExport,
} from "@kakehashi/contract/exports";
import { fillPath } from "@kakehashi/contract/kit/endpoint";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { getQueryClient } from "../../kit/query.ts";
import { toastError } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { ButtonLink } from "../../kit/ui/button-link.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { useHashScrollRef } from "../../kit/ui/use-hash-target.ts";
import { useFormat } from "../../kit/use-format.ts";
import { formatFileSize } from "../files/size.ts";
import settings from "../settings/settings.module.css";
import styles from "./export-data.module.css";

const exportQueryKey = ["data-export"];
/** While the server creates the copy of the person's data, its progress is fetched at this interval in milliseconds. */
const pollIntervalMs = 1_500;
const isBeingWritten = (dataExport: DataExport | null | undefined) =>
  dataExport?.state === "WAITING" || dataExport?.state === "RUNNING";

/**
 * A section of the settings with a button that requests a copy of the person's data. The server writes the copy in the
 * background. The person can download the copy for a week.
 */
export function ExportData() {
  const { t } = useTranslation("leaving");
  // The email about a finished export links to this section.
  const section = useHashScrollRef<HTMLElement>("data");
  const query = useQuery({
    queryKey: exportQueryKey,
    queryFn: async ({ signal }) => (await call(getDataExport, { signal })).data,
    refetchInterval: ({ state }) => (isBeingWritten(state.data) ? pollIntervalMs : false),
    staleTime: 0,
  });
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(requestDataExport),
    onSuccess: (exportResponse) => getQueryClient().setQueryData(exportQueryKey, exportResponse.data),
    onError: (failure) => {
      toastError(failure);
      void query.refetch();
    },
  });
  return (
    <section className={settings.section} id="data" ref={section}>
      <h2>{t("dataTitle")}</h2>
      <p className={styles.note}>{t("dataText")}</p>
      <LoadedContent query={query} rows={1}>
        {(dataExport) => (
          <>
            <div role="status">{dataExport && <ExportState copy={dataExport} />}</div>
            {!isBeingWritten(dataExport) && (
              <Button loading={isPending} onClick={() => mutate()}>
                {t(dataExport ? "dataAgain" : "dataAsk")}
              </Button>
            )}
          </>
        )}
      </LoadedContent>
    </section>
  );
}

function ExportState({ copy: dataExport }: { copy: DataExport }) {
  const { t, i18n } = useTranslation("leaving");
  const format = useFormat();
  if (dataExport.state === "FAILED") return <p className={styles.failed}>{t("dataFailed")}</p>;
  if (dataExport.state === "READY") {
    const size = formatFileSize(dataExport.size ?? 0, i18n.language);
    return (
      <div className={styles.readyExport}>
        <ButtonLink
          kind="primary"
          target={{ download: `/api${fillPath(downloadDataExport.path, { id: dataExport.id })}` }}
        >
          {t("dataDownload", { size })}
        </ButtonLink>
        <p className={styles.note}>
          {t("dataUntil", { time: format.fullDateTime(dataExport.expires_at ?? "") })}
        </p>
      </div>
    );
  }
  return (
    <div className={styles.writing}>
      <p id="data-written">{t("dataWriting")}</p>
      {/* A progress bar without a value shows that work is running, but not how much is done. */}
      <progress
        aria-labelledby="data-written"
        {...(dataExport.total > 0 && { value: dataExport.done, max: dataExport.total })}
      />
      <p className={styles.note}>{t("dataLeave")}</p>
    </div>
  );
}
