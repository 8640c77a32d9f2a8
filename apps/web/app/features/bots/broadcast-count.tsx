import { broadcastUnsentReasonTexts } from "@kakehashi/contract/bot-broadcast-reasons";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { audienceOf, type BroadcastFormFields } from "./broadcast-fields.ts";
import { audienceCountQuery } from "./broadcast-queries.ts";
import own from "./broadcasts.module.css";
import { formatPlatformName } from "./platform-names.ts";
import { useReportFormats } from "./use-figure-words.ts";

/** The visitors of the audience are counted again this many milliseconds after the last change of the form. */
const countDelayMs = 300;

/**
 * Shows how many visitors a broadcast's audience has, how many of them would get the broadcast now, and why the others
 * would not.
 */
export function AudienceCount({ botId, fields }: { botId: string; fields: BroadcastFormFields["audience"] }) {
  const { t } = useTranslation("broadcasts");
  const { t: tBots } = useTranslation("bots");
  const { language, number } = useReportFormats();
  const audienceJson = JSON.stringify(audienceOf(fields));
  const [debouncedAudienceJson, setDebouncedAudienceJson] = useState(audienceJson);
  useEffect(() => {
    const timer = setTimeout(() => setDebouncedAudienceJson(audienceJson), countDelayMs);
    return () => clearTimeout(timer);
  }, [audienceJson]);
  const { data, isError } = useQuery(audienceCountQuery(botId, JSON.parse(debouncedAudienceJson)));
  return (
    <div className={own.count} role="status">
      {data ? (
        <>
          <p>
            <strong>{t("fits", { count: data.count, number: number(data.count) })}</strong>{" "}
            {data.reachable < data.count &&
              t("reachable", { count: data.reachable, number: number(data.reachable) })}
          </p>
          {data.left_out.length > 0 && (
            <ul>
              {data.left_out.map(({ platform, reason, count }) => (
                <li key={`${platform} ${reason}`}>
                  {t("leftOut", {
                    number: number(count),
                    platform: formatPlatformName(platform, tBots),
                    reason: broadcastUnsentReasonTexts[reason][language],
                  })}
                </li>
              ))}
            </ul>
          )}
        </>
      ) : (
        <p>{t(isError ? "countFailed" : "counting")}</p>
      )}
    </div>
  );
}
