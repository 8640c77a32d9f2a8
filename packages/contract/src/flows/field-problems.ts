import type { LimitedTextKind } from "./block-texts.ts";
import type { FlowGraph } from "./graph.ts";
import { platformLimits } from "./limits.ts";
import type { AddProblem, FlowValidationOptions } from "./problems.ts";
import {
  countCharactersWithoutPlaceholders,
  findVariableNames,
  type PartialTextsByLanguage,
} from "./texts.ts";

export interface BlockCheckContext {
  readonly options: FlowValidationOptions;
  readonly graph: FlowGraph;
  /** The ids of all variables that have an initial value or are set by a block. */
  readonly writtenVariableIds: ReadonlySet<string>;
}

/**
 * Checks a text of a block that visitors read. A required text must exist in every language of the bot. An optional
 * text may be empty in all languages.
 */
export function checkTexts(
  field: string,
  texts: PartialTextsByLanguage,
  { limit, isOptional }: { limit: LimitedTextKind; isOptional: boolean },
  context: BlockCheckContext,
  addProblem: AddProblem,
): void {
  const { languages, platforms } = context.options;
  const hasTextIn = (language: keyof PartialTextsByLanguage) => (texts[language] ?? "").trim() !== "";
  if (!languages.some(hasTextIn)) {
    if (!isOptional) addProblem("missing", field);
    return;
  }
  for (const language of languages) {
    const path = `${field}.${language}`;
    if (!hasTextIn(language)) {
      addProblem("missing_language", path, language);
      continue;
    }
    const text = texts[language] ?? "";
    checkVariableNames(path, text, context, addProblem);
    for (const platform of platforms) {
      const maximumLength = platformLimits[platform][limit];
      if (countCharactersWithoutPlaceholders(text) > maximumLength)
        addProblem("text_too_long", path, platform, maximumLength);
    }
  }
}

export function checkVariableNames(
  field: string,
  text: string,
  { graph, writtenVariableIds }: BlockCheckContext,
  addProblem: AddProblem,
): void {
  for (const name of findVariableNames(text)) {
    const ids = [...graph.variableNames].filter(([, knownName]) => knownName === name).map(([id]) => id);
    if (ids.length === 0) addProblem("unknown_variable", field, name);
    else if (!ids.some((id) => writtenVariableIds.has(id))) addProblem("never_set", field, name);
  }
}

/** Checks a variable that the block writes. */
export function checkWrittenVariable(
  field: string,
  id: string | null,
  { graph }: BlockCheckContext,
  addProblem: AddProblem,
): void {
  if (id === null) addProblem("missing", field);
  else if (!graph.variableNames.has(id)) addProblem("unknown_variable", field, id);
}

/** Checks a variable that the block reads. */
export function checkReadVariable(
  field: string,
  id: string | null,
  { graph, writtenVariableIds }: BlockCheckContext,
  addProblem: AddProblem,
): void {
  const name = id === null ? undefined : graph.variableNames.get(id);
  if (id === null) addProblem("missing", field);
  else if (name === undefined) addProblem("unknown_variable", field, id);
  else if (!writtenVariableIds.has(id)) addProblem("never_set", field, name);
}
