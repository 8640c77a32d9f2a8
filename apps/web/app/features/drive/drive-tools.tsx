import { type DriveSort, driveSorts } from "@kakehashi/contract/drive";
import { IconLayoutGrid, IconList, IconSortAscending, IconSortDescending } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { deviceStorage } from "../../kit/storage.ts";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { SearchField } from "../../kit/ui/search-field.tsx";
import { Select } from "../../kit/ui/select.tsx";
import styles from "./drive.module.css";
import type { DriveSorting } from "./queries.ts";

/** The sort order and the layout of the file list. Each device has its own, in the browser's storage. */
export interface DriveViewOptions extends DriveSorting {
  readonly isGrid: boolean;
}

const viewStorageKey = "drive looks";

function readStoredListView(): DriveViewOptions {
  const [sort, order, view] = (deviceStorage.read(viewStorageKey) ?? "").split(" ");
  return {
    sort: driveSorts.find((knownSort) => knownSort === sort) ?? "name",
    order: order === "desc" ? "desc" : "asc",
    isGrid: view === "grid",
  };
}

export function useDriveViewOptions(): [DriveViewOptions, (changes: Partial<DriveViewOptions>) => void] {
  const [view, setView] = useState(readStoredListView);
  return [
    view,
    (changes) => {
      const newView = { ...view, ...changes };
      setView(newView);
      deviceStorage.write(
        viewStorageKey,
        `${newView.sort} ${newView.order} ${newView.isGrid ? "grid" : "list"}`,
      );
    },
  ];
}

const iconProps = { size: 18, stroke: 1.7, "aria-hidden": true } as const;
const sortTextKeys = { name: "byName", size: "bySize", changed: "byDate" } as const;
/** The direction in which each sort order begins: names from A to Z, sizes from the largest, dates from the newest. */
const initialOrderBySort = { name: "asc", size: "desc", changed: "desc" } as const;

interface DriveToolsProps {
  search: string;
  onSearch: (search: string) => void;
  view: DriveViewOptions;
  onViewChange: (changes: Partial<DriveViewOptions>) => void;
  canSort: boolean;
}

/** The search field of the drive, and the controls for the sort order and the layout of the file list. */
export function DriveTools({ search, onSearch, view, onViewChange, canSort }: DriveToolsProps) {
  const { t } = useTranslation("drive");
  const { sort, order, isGrid } = view;
  return (
    <div className={styles.tools}>
      <SearchField
        className={styles.search}
        label={t("search")}
        placeholder={t("search")}
        value={search}
        onChange={onSearch}
      />
      {canSort && (
        <span className={styles.sort}>
          <Select
            aria-label={t("sort")}
            value={sort}
            onChange={({ currentTarget }) => {
              const chosenSort = currentTarget.value as DriveSort;
              onViewChange({ sort: chosenSort, order: initialOrderBySort[chosenSort] });
            }}
          >
            {driveSorts.map((sortOption) => (
              <option key={sortOption} value={sortOption}>
                {t(sortTextKeys[sortOption])}
              </option>
            ))}
          </Select>
          <IconButton
            label={t(order === "asc" ? "ascending" : "descending")}
            onClick={() => onViewChange({ order: order === "asc" ? "desc" : "asc" })}
          >
            {order === "asc" ? <IconSortAscending {...iconProps} /> : <IconSortDescending {...iconProps} />}
          </IconButton>
        </span>
      )}
      <IconButton label={t(isGrid ? "asList" : "asGrid")} onClick={() => onViewChange({ isGrid: !isGrid })}>
        {isGrid ? <IconList {...iconProps} /> : <IconLayoutGrid {...iconProps} />}
      </IconButton>
    </div>
  );
}
