import type { FlowBlock } from "@kakehashi/contract/flows/blocks";
import { formatProblemText } from "@kakehashi/contract/flows/validate";
import { isLanguage } from "@kakehashi/contract/languages";
import { createContext, type ReactNode, use } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { useProblems } from "./builder.ts";
import { useEditor, useEditorState } from "./editor.ts";
import { replaceBlock } from "./edits.ts";

// Determines the undo steps of a block's changes. Consecutive changes of the same field are one step, so that undo does
// not go back letter by letter.

const BlockContext = createContext<FlowBlock | null>(null);
export const BlockProvider = ({ block, children }: { block: FlowBlock; children: ReactNode }) => (
  <BlockContext value={block}>{children}</BlockContext>
);

/** Returns a function that changes the block. Consecutive changes with the same `field` become one undo step. */
export function useBlockChange<B extends FlowBlock>(block: B) {
  const editor = useEditor();
  return (change: Partial<B>, field: string): void =>
    editor.edit((flow) => replaceBlock(flow, { ...block, ...change }), `${block.id} ${field}`);
}

/**
 * Returns a function that returns the error of the named fields of a block. A new block shows no errors until somebody
 * tries to publish the story, or clicks an entry in the list of problems.
 */
export function useFieldErrorLookup(): (...fields: string[]) => string | undefined {
  const { i18n } = useTranslation();
  const block = use(BlockContext);
  const problems = useProblems(({ list }) => list);
  const isShown = useEditorState(
    ({ partIdsShowingErrors: idsOfPartsWithErrors }) => block !== null && idsOfPartsWithErrors.has(block.id),
  );
  const language = isLanguage(i18n.language) ? i18n.language : "en";
  return (...fields) => {
    const problem = problems.find(
      ({ block_id, field }) => block_id === block?.id && field !== null && fields.includes(field),
    );
    return isShown && problem ? formatProblemText(problem, language) : undefined;
  };
}
