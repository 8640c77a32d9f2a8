import { maximumFittingSkillsPerSuggestion } from "@kakehashi/contract/project-home";
import { foldText } from "../../kit/text/fold.ts";

/** The separators between skills, as in "TypeScript, React Native" or 「PHP、MySQL」. */
const skillSeparators = /[,;/|\n、，；／・]+/;
/** Maximum number of characters of a skill. A longer part of the text counts as a sentence and is left out. */
const maximumSkillCharacters = 60;

const isLetter = (character: string | undefined) => character !== undefined && /[a-z0-9]/.test(character);

/**
 * Whether a text contains a phrase as whole words: "javascript" does not contain "java". Both are already folded (lower
 * case, without accents).
 */
function containsPhrase(text: string, phrase: string): boolean {
  for (let index = text.indexOf(phrase); index >= 0; index = text.indexOf(phrase, index + 1)) {
    const characterBefore = text[index - 1];
    const characterAfter = text[index + phrase.length];
    const isPartOfWord =
      (isLetter(characterBefore) && isLetter(phrase[0])) ||
      (isLetter(characterAfter) && isLetter(phrase[phrase.length - 1]));
    if (!isPartOfWord) return true;
  }
  return false;
}

/** Returns those skills of a project that occur in a profile's description, as the project spells them. */
export function findSkillsInProfileDescription(projectSkills: string, profileDescription: string): string[] {
  const foldedDescription = foldText(profileDescription);
  const skills = projectSkills
    .split(skillSeparators)
    .map((skillPart) => skillPart.trim().replace(/[.。]$/, ""))
    .filter((skillPart) => skillPart.length > 1 && skillPart.length <= maximumSkillCharacters);
  return [...new Set(skills)]
    .filter((skillPart) => containsPhrase(foldedDescription, foldText(skillPart)))
    .slice(0, maximumFittingSkillsPerSuggestion);
}
