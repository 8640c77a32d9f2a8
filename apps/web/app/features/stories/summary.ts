import { type FlowBlock, fallbackExitId } from "@kakehashi/contract/flows/blocks";
import type { Flow } from "@kakehashi/contract/flows/flow";
import { isBotFileAddress } from "@kakehashi/contract/flows/own-files";
import { chooseTextInLanguage, type PartialTextsByLanguage } from "@kakehashi/contract/flows/texts";
import type { Language } from "@kakehashi/contract/languages";
import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { useBuilder } from "./builder.ts";
import type { GroupTitle } from "./drawing.ts";
import { useEditorState } from "./editor.ts";
import { splitWaitSeconds } from "./waits.ts";

interface BlockSummaryOptions {
  readonly t: TFunction<"stories">;
  readonly language: Language;
  readonly languages: readonly Language[];
  readonly variables: Flow["variables"];
  /** The names of the bot's stories, by the stories' ids. */
  readonly storyNames: ReadonlyMap<string, string>;
}

type ConditionBranch = Extract<FlowBlock, { type: "condition" }>["items"][number];

/** Returns functions that describe blocks and their exits in one line. The canvas and several lists use them. */
export function createBlockSummaryFunctions({
  t,
  language,
  languages,
  variables,
  storyNames,
}: BlockSummaryOptions) {
  const textInStoryLanguage = (texts: PartialTextsByLanguage) =>
    chooseTextInLanguage(texts, language, languages).replace(/\s+/g, " ");
  const nameOfVariable = (id: string | null) =>
    variables.find((variable) => variable.id === id)?.name ?? t("noVariable");

  const shownUrlOf = (address: string) => (isBotFileAddress(address) ? t("uploaded") : address);

  function describeBranch({ tests, match }: ConditionBranch): string {
    const testTexts = tests.map(({ variable_id, operator, value }) =>
      variable_id === null
        ? t("noTest")
        : t(`test_${operator}`, { name: nameOfVariable(variable_id), value }),
    );
    return testTexts.join(match === "all" ? ` ${t("and")} ` : ` ${t("or")} `) || t("noTest");
  }

  function blockText(block: FlowBlock): string {
    switch (block.type) {
      case "text":
      case "choices":
      case "ask":
      case "handoff":
        return textInStoryLanguage(block.text);
      case "image":
        return textInStoryLanguage(block.description) || shownUrlOf(block.address);
      case "file":
        return block.name || shownUrlOf(block.address);
      case "card":
        return textInStoryLanguage(block.title);
      case "condition":
        return block.items.map(describeBranch).join("; ");
      case "set": {
        const name = nameOfVariable(block.variable_id);
        return t(`set_${block.operation}`, { name, value: block.value });
      }
      case "wait": {
        const { unit, number } = splitWaitSeconds(block.seconds);
        return t(`wait_${unit}`, { count: number });
      }
      case "jump":
        return storyNames.get(block.flow_id ?? "") ?? "";
      case "request":
        return block.address === "" ? "" : `${block.method} ${block.address}`;
      case "tag":
        return block.remove && block.tag !== "" ? t("tagRemoved", { tag: block.tag }) : block.tag;
      case "end":
        return t("endText");
    }
  }

  function itemText(block: FlowBlock, index: number): string {
    if (block.type === "condition") {
      const conditionBranch = block.items[index];
      return conditionBranch ? describeBranch(conditionBranch) : "";
    }
    const items =
      block.type === "choices"
        ? block.items
        : block.type === "card"
          ? block.buttons.filter(({ address }) => address === null)
          : [];
    return textInStoryLanguage(items[index]?.label ?? {}) || t("answerNumber", { number: index + 1 });
  }

  return {
    ofBlock: blockText,
    /** Returns the kind of a block and its text in one line. */
    inLine: (block: FlowBlock) => [t(`type_${block.type}`), blockText(block)].filter(Boolean).join(": "),
    /**
     * Returns the kind of a block and one of its texts. `path` identifies the text as in the list of problems
     * (`items.2.label.vi`). Without `path`, returns the block's first text.
     */
    ofText(block: FlowBlock, path: string | null): string {
      const keys = path?.split(".").slice(0, -1) ?? [];
      const valueAtPath = keys.reduce<unknown>(
        (value, key) => (typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined),
        block,
      );
      const isText = keys.length > 0 && typeof valueAtPath === "object" && valueAtPath !== null;
      const text = isText ? textInStoryLanguage(valueAtPath) : blockText(block);
      return [t(`type_${block.type}`), text].filter(Boolean).join(": ");
    },
    exitText(
      block: FlowBlock,
      { itemId, itemIndex }: { itemId: string | undefined; itemIndex: number },
    ): string {
      if (itemId === undefined) return t("exitNext");
      if (itemId !== fallbackExitId) return itemText(block, itemIndex);
      if (block.type === "condition") return t("exitElse");
      return t(block.type === "request" ? "exitFailed" : "exitNoAnswer");
    },
  };
}

export type BlockSummaryFunctions = ReturnType<typeof createBlockSummaryFunctions>;

/**
 * Returns the functions of `createBlockSummaryFunctions`. Labels are in the reader's language, and the story's texts
 * are in the language that the builder shows.
 */
export function useBlockSummaryFunctions(): BlockSummaryFunctions {
  const { t } = useTranslation("stories");
  const { languages, storyNames } = useBuilder();
  const language = useEditorState((state) => state.language);
  const variables = useEditorState(({ flow }) => flow.variables);
  return useMemo(
    () => createBlockSummaryFunctions({ t, language, languages, variables, storyNames }),
    [t, language, languages, variables, storyNames],
  );
}

/**
 * Returns the title of a group of blocks. A group without a title is named by its number, the start group by its role.
 */
export const formatGroupTitle = (
  t: TFunction<"stories">,
  { text, number, isStart }: Omit<GroupTitle, "id">,
): string => text || (isStart ? t("startGroup") : t("groupNumber", { number }));

export function groupTitleOf(t: TFunction<"stories">, flow: Flow, id: string): string {
  const index = flow.groups.findIndex((group) => group.id === id);
  const text = flow.groups[index]?.title.trim() ?? "";
  return formatGroupTitle(t, { text, number: index + 1, isStart: id === flow.start });
}
