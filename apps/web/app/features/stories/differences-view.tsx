import type { Flow } from "@kakehashi/contract/flows/flow";
import { useMemo } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Badge } from "../../kit/ui/badge.tsx";
import { LanguageTag } from "../../kit/ui/language-tag.tsx";
import { type BlockDifference, differencesOf, hasDifferences } from "./differences.ts";
import styles from "./history-pane.module.css";
import panes from "./panes.module.css";
import { useBlockSummaryFunctions } from "./summary.ts";

/** A comparison of two drafts shows at most this many changed blocks. */
const maximumShownBlocks = 100;
const toneByDifferenceKind = { added: "jade", removed: "accent", changed: "amber", moved: "indigo" } as const;

/** Shows the differences between an older draft of a story and the present draft. */
export function DifferencesView({ before: flowBefore, after: flowAfter }: { before: Flow; after: Flow }) {
  const { t } = useTranslation("stories");
  const differences = useMemo(() => differencesOf(flowBefore, flowAfter), [flowBefore, flowAfter]);
  const otherDifferences = [
    ...(["lines", "titles", "variables"] as const).flatMap((kind) =>
      differences[kind] > 0 ? [t(`changed_${kind}`, { count: differences[kind] })] : [],
    ),
    ...(differences.isStartChanged ? [t("startElsewhere")] : []),
  ];
  if (!hasDifferences(flowBefore, flowAfter)) return <p className={panes.note}>{t("noDifference")}</p>;
  return (
    <div className={styles.differences}>
      <p className={panes.note}>{t("differencesNote")}</p>
      <ul className={panes.rows}>
        {differences.blocks.slice(0, maximumShownBlocks).map((difference) => (
          <BlockDifferenceView key={difference.block.id} difference={difference} />
        ))}
        {otherDifferences.map((text) => (
          <li key={text} className={panes.small}>
            {text}
          </li>
        ))}
      </ul>
      {differences.blocks.length > maximumShownBlocks && (
        <p className={panes.note}>
          {t("moreDifferences", { number: differences.blocks.length - maximumShownBlocks })}
        </p>
      )}
    </div>
  );
}

function BlockDifferenceView({
  difference: { kind, block, fieldDifferences },
}: {
  difference: BlockDifference;
}) {
  const { t } = useTranslation("stories");
  const summaries = useBlockSummaryFunctions();
  return (
    <li className={styles.difference}>
      <span className={panes.line}>
        <Badge tone={toneByDifferenceKind[kind]}>{t(`difference_${kind}`)}</Badge>
        <span>{summaries.inLine(block)}</span>
      </span>
      {fieldDifferences.map(({ language, before, after }) => (
        <span key={`${language} ${before} ${after}`} className={styles.field}>
          {language && <LanguageTag language={language} />}
          {before !== "" && <del lang={language ?? undefined}>{before}</del>}
          {after !== "" && <ins lang={language ?? undefined}>{after}</ins>}
        </span>
      ))}
    </li>
  );
}
