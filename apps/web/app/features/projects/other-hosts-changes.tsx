import { useTranslation } from "../../i18n/use-translation.tsx";
import { createDayFormat } from "../../kit/day-format.ts";
import { useCategories } from "../profiles/queries.ts";
import type { MergedProject, OthersProjectFieldChange } from "./merge-edits.ts";
import { OtherPersonsChanges } from "./other-persons-changes.tsx";
import { projectFieldLabelKeys } from "./project-fields.tsx";
import { useCurrencies } from "./queries.ts";

interface ProjectChangesProps {
  merged: MergedProject;
  autoFocus: boolean;
  onTakeTheirText: (change: OthersProjectFieldChange) => void;
}

/** The changes that another host has saved since the form was opened. */
export function OtherHostsChanges({ merged, ...props }: ProjectChangesProps) {
  const { t, i18n } = useTranslation("projects");
  const day = createDayFormat(i18n.language, "long");
  const categoriesAndCurrencies = [...useCategories(), ...useCurrencies()];
  return (
    <OtherPersonsChanges
      {...props}
      changes={merged.othersChanges}
      areFilesChanged={merged.haveOthersChangedFiles}
      labelOf={(name) => t(projectFieldLabelKeys[name])}
      theirTextOf={({ name, theirs }) =>
        name === "start_date"
          ? day(theirs)
          : (categoriesAndCurrencies.find(({ id }) => id === theirs)?.name ?? theirs)
      }
    />
  );
}
