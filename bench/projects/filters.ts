import type { ProjectFilter } from "../../apps/server/src/features/projects/list-candidates.ts";
import {
  commonWords,
  type FilledDatabase,
  languages,
  pickRandom,
  randomBelow,
  randomWord,
  rareWords,
  sampleSkills,
} from "./workspace.ts";

export const sortOrders = ["newest", "start", "budget"] as const;
export type UnsortedFilter = Omit<ProjectFilter, "sort">;

/**
 * Returns a random search text: common or rare words, beginnings of words, two words together, or words that no project
 * contains.
 */
function randomSearchText(): string {
  const language = pickRandom(languages);
  switch (randomBelow(7)) {
    case 0:
      return pickRandom(rareWords[language]);
    case 1:
      return [...randomWord(language)].slice(0, 2).join("");
    case 2:
      return `${pickRandom(commonWords[language])} ${pickRandom(commonWords[language])}`;
    case 3:
      return [...pickRandom(commonWords[language])].slice(0, 1).join("");
    case 4:
      return `${pickRandom(commonWords[language])} ${pickRandom(commonWords[language])} ${randomWord(language)}`;
    case 5:
      return `absent${randomBelow(1_000)}`;
    default:
      return pickRandom(commonWords[language]);
  }
}

const randomBudget = () => {
  const min = 10 ** (2 + randomBelow(6));
  return { min, max: min * (1 + randomBelow(10)) };
};

export function createFilterGenerators({
  categoryIds,
  currencyIds,
}: FilledDatabase): Record<string, () => UnsortedFilter> {
  return {
    nothing: () => ({}),
    search: () => ({ search: randomSearchText() }),
    skill: () => ({ skill: pickRandom(sampleSkills) }),
    category: () => ({ category_id: pickRandom(categoryIds) }),
    "currency and budget": () => ({ currency_id: pickRandom(currencyIds), ...randomBudget() }),
    status: () => ({ status: pickRandom(["ACTIVE", "DEACTIVE"]) }),
    running: () => ({ running: randomBelow(2) === 0 }),
    part: () => ({ part: pickRandom(["host", "joined", "applied", "invited"]) }),
    "search and category": () => ({ search: randomSearchText(), category_id: pickRandom(categoryIds) }),
    "skill, currency and budget": () => ({
      skill: pickRandom(sampleSkills),
      currency_id: pickRandom(currencyIds),
      ...randomBudget(),
    }),
    everything: () => ({
      search: randomSearchText(),
      skill: pickRandom(sampleSkills),
      category_id: pickRandom(categoryIds),
      currency_id: pickRandom(currencyIds),
      ...randomBudget(),
      running: randomBelow(2) === 0,
      status: "ACTIVE",
    }),
    "search in my part": () => ({ search: randomSearchText(), part: "joined" }),
  };
}
