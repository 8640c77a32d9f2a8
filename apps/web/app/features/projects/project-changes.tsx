import { useTranslation } from "react-i18next";
import { createDayFormat } from "../../kit/day-format.ts";
import { useCategories } from "../profiles/queries.ts";
import type { MergeChange, MergedProject } from "./merge-edits.ts";
import { labelKeys } from "./project-fields.tsx";
import { useCurrencies } from "./queries.ts";
import { TheirChanges } from "./their-changes.tsx";

interface ProjectChangesProps {
  merged: MergedProject;
  autoFocus: boolean;
  onTakeTheirText: (change: MergeChange) => void;
}

/** The changes that another host has saved since the form was opened. */
export function ProjectChanges({ merged, ...props }: ProjectChangesProps) {
  const { t, i18n } = useTranslation("projects");
  const day = createDayFormat(i18n.language, "long");
  const categoriesAndCurrencies = [...useCategories(), ...useCurrencies()];
  return (
    <TheirChanges
      {...props}
      changes={merged.changes}
      areFilesChanged={merged.areFilesChanged}
      labelOf={(name) => t(labelKeys[name])}
      theirTextOf={({ name, theirs }) =>
        name === "start_date"
          ? day(theirs)
          : (categoriesAndCurrencies.find(({ id }) => id === theirs)?.name ?? theirs)
      }
    />
  );
}
