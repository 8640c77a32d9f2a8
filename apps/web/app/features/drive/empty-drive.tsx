import { IconFolderOpen, IconSearch, IconTrash } from "@tabler/icons-react";
import { Link } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import type { ShownList } from "./queries.ts";

const iconProps = { size: 24, stroke: 1.6 } as const;

/** Shown if a folder, the trash, or the result of a search is empty. */
export function EmptyDrive({ section, isRoot }: { section: ShownList["kind"]; isRoot: boolean }) {
  const { t } = useTranslation("drive");
  if (section === "trash")
    return (
      <EmptyState icon={<IconTrash {...iconProps} />} title={t("trashEmpty")} text={t("trashEmptyText")} />
    );
  if (section === "search")
    return (
      <EmptyState
        icon={<IconSearch {...iconProps} />}
        title={t("nothingFound")}
        text={t("nothingFoundText")}
      />
    );
  return (
    <EmptyState
      icon={<IconFolderOpen {...iconProps} />}
      title={t(isRoot ? "driveEmpty" : "folderEmpty")}
      text={t("emptyText")}
      action={isRoot && <Link to="/files?mine=1">{t("sentFiles")}</Link>}
    />
  );
}
