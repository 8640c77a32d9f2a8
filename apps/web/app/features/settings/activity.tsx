import { type SecurityEvent as Entry, listOwnSecurityEvents } from "@kakehashi/contract/audit";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { rowsOfPages } from "../../kit/rows-of.ts";
import { LoadedContent, LoadMoreButton } from "../../kit/ui/loaded.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { type ActivityAction, activityTextKeyOf, isAlarmingEvent } from "./activity-words.ts";
import styles from "./settings.module.css";

const entriesPerPage = 10;

/** The list of security events of the account: what happened, when, and from where. */
export function AccountActivity() {
  const { t } = useTranslation("account");
  const query = useInfiniteQuery({
    queryKey: ["activity"],
    queryFn: ({ pageParam, signal }) =>
      call(listOwnSecurityEvents, { query: { page: pageParam, paging: entriesPerPage }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.has_more ? meta.page + 1 : undefined),
    select: rowsOfPages<Entry>,
  });
  return (
    <>
      <p className={styles.note}>{t("activityNote")}</p>
      <LoadedContent query={query} emptyState={<p className={styles.mutedText}>{t("activityNone")}</p>}>
        {(entries) => (
          <>
            <ul className={styles.sessions}>
              {entries.map((entry) => (
                <ActivityRow key={entry.id} entry={entry} />
              ))}
            </ul>
            <LoadMoreButton query={query} />
          </>
        )}
      </LoadedContent>
    </>
  );
}

function ActivityRow({ entry: { action, by, device, ip, times, created_at } }: { entry: Entry }) {
  const { t } = useTranslation("account");
  const format = useFormat();
  const deviceAndIpText = [by === "admin" && t("activityBy_admin"), device, ip].filter(Boolean).join(" · ");
  return (
    <li className={styles.session} data-alarming={isAlarmingEvent(action) || undefined}>
      <div>
        {t(activityTextKeyOf(action as ActivityAction))}
        {times > 1 && ` (${t("activityTimes", { count: times })})`}
        <p>
          <time dateTime={created_at}>{format.fullDateTime(created_at)}</time>
          {deviceAndIpText && ` · ${deviceAndIpText}`}
        </p>
      </div>
    </li>
  );
}
