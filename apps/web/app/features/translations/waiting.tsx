import { IconChecks } from "@tabler/icons-react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { useReader } from "../auth/reader.ts";
import { type TranslationListFilter, translationUnitPathOf } from "./desk-address.ts";
import { lacksTranslator } from "./known.ts";
import { useLiveTranslations, useTranslationList } from "./queries.ts";
import { TranslationListItem } from "./queue-item.tsx";

/** The start page shows at most this many waiting translations. */
const maximumShownUnits = 4;
const shownList: TranslationListFilter = { list: "waiting" };

/** The waiting translations on the start page, urgent ones first. Needs the text file `translations`. */
export function WaitingTranslations() {
  const { t } = useTranslation("translations");
  const reader = useReader();
  useLiveTranslations();
  const query = useTranslationList(shownList);
  return (
    <LoadedContent
      query={query}
      emptyState={
        <EmptyState
          icon={<IconChecks size={24} stroke={1.6} aria-hidden="true" />}
          title={t("emptyTitle")}
          text={t("emptyText")}
        />
      }
    >
      {(units) => (
        <ul>
          {units.slice(0, maximumShownUnits).map((unit) => (
            <li key={`${unit.message.id} ${unit.language}`}>
              <TranslationListItem
                unit={unit}
                hasNoTranslator={lacksTranslator(reader, unit)}
                address={translationUnitPathOf(shownList, unit)}
                current={false}
              />
            </li>
          ))}
        </ul>
      )}
    </LoadedContent>
  );
}
