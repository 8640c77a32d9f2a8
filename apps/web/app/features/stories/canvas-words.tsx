import type { Language } from "@kakehashi/contract/languages";
import type { TFunction } from "i18next";
import { createContext, type ReactNode, use, useMemo } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { useBuilder } from "./builder.ts";
import { useEditorState } from "./editor.ts";
import { type BlockSummaryFunctions, useBlockSummaryFunctions } from "./summary.ts";

/**
 * Values that every block row on the canvas needs. They are computed once for all rows, because there may be hundreds
 * of rows.
 */
interface CanvasRowValues {
  readonly t: TFunction<"stories">;
  readonly canEdit: boolean;
  /** The language in which the story's texts are shown. */
  readonly language: Language;
  readonly summaries: BlockSummaryFunctions;
}

const RowValuesContext = createContext<CanvasRowValues | null>(null);

export function CanvasRowValuesProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation("stories");
  const { canEdit } = useBuilder();
  const language = useEditorState((state) => state.language);
  const summaries = useBlockSummaryFunctions();
  const rowValues = useMemo(() => ({ t, canEdit, language, summaries }), [t, canEdit, language, summaries]);
  return <RowValuesContext value={rowValues}>{children}</RowValuesContext>;
}

export function useCanvasRowValues(): CanvasRowValues {
  const rowValues = use(RowValuesContext);
  if (!rowValues) throw new Error("There is no canvas around this");
  return rowValues;
}
