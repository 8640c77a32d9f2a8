import type { Bot } from "@kakehashi/contract/bots";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { type BroadcastFormFields, fieldsOfBroadcastCopy } from "./broadcast-fields.ts";
import { BroadcastForm } from "./broadcast-form.tsx";
import { BroadcastMissing } from "./broadcast-missing.tsx";
import { broadcastQuery } from "./broadcast-queries.ts";
import { allArticlesQuery } from "./phrase-queries.ts";

/** The form for a new broadcast, filled with the values of an existing broadcast. */
export function BroadcastCopy({ bot, id }: { bot: Bot; id: string }) {
  const { t } = useTranslation("bots");
  const query = useQuery(broadcastQuery(bot.id, id));
  const articles = useQuery(allArticlesQuery(bot.id));
  // Keep the copied values in the state, so that the form still works if somebody deletes the original broadcast.
  const [initialFields, setInitialFields] = useState<BroadcastFormFields>();
  if (!initialFields && query.data && articles.data)
    setInitialFields(fieldsOfBroadcastCopy(query.data, articles.data, (name) => t("copyName", { name })));
  if (initialFields) return <BroadcastForm bot={bot} copiedBroadcast={{ id, fields: initialFields }} />;
  return (
    <LoadedContent query={query} rows={6} missingState={<BroadcastMissing bot={bot} />}>
      {() => (
        <LoadedContent query={articles} rows={6}>
          {() => null}
        </LoadedContent>
      )}
    </LoadedContent>
  );
}
