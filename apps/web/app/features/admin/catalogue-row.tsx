import type { CurrencyWithNames, ProjectCategory } from "@kakehashi/contract/catalogue";
import { type Language, languages } from "@kakehashi/contract/languages";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { nativeLanguageNames } from "../../i18n/texts.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import styles from "./catalogue.module.css";
import { nameOfCatalogueItem } from "./catalogue-calls.ts";

const iconProps = { size: 18, stroke: 1.6 } as const;

interface CatalogueRowProps {
  item: ProjectCategory | CurrencyWithNames;
  reader: Language;
  busy: boolean;
  /**
   * Whether this category or currency was edited last. After the form is closed, the edit button of that row gets the
   * focus.
   */
  wasEditedLast: boolean;
  onEdit: () => void;
  remove: () => void;
  /** The handle that drags the row of a category or currency. */
  dragHandle: ReactNode;
}

/** One row in the list of categories or currencies. */
export function CatalogueRow({
  item,
  reader,
  busy,
  wasEditedLast,
  onEdit,
  remove,
  dragHandle,
}: CatalogueRowProps) {
  const { t } = useTranslation("admin");
  const name = nameOfCatalogueItem(item, reader);

  return (
    <>
      {dragHandle}
      <dl className={styles.names}>
        {"code" in item && (
          <div className={styles.code}>
            <dt className="visually-hidden">{t("code")}</dt>
            <dd>{item.code}</dd>
          </div>
        )}
        {languages.map((language) => (
          <div key={language}>
            <dt>{nativeLanguageNames[language]}</dt>
            <dd lang={language}>{nameOfCatalogueItem(item, language)}</dd>
          </div>
        ))}
      </dl>
      <span className={styles.tools}>
        <IconButton label={`${t("edit")}: ${name}`} autoFocus={wasEditedLast} onClick={onEdit}>
          <IconPencil {...iconProps} />
        </IconButton>
        <IconButton label={`${t("remove")}: ${name}`} disabled={busy} onClick={remove}>
          <IconTrash {...iconProps} />
        </IconButton>
      </span>
    </>
  );
}
