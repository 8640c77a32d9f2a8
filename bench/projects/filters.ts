import type { ProjectFilter } from "../../apps/server/src/features/projects/list-candidates.ts";
import {
  commonWords,
  type FilledDatabase,
  languages,
  pickRandom,
  pickRandomWord,
  randomIntegerBelow,
  rareWords,
  sampleSkills,
} from "./workspace.ts";

export const sortOrders = ["newest", "start", "budget"] as const;
export type UnsortedFilter = Omit<ProjectFilter, "sort">;

/**
 * Returns a random search text: common or rare words, beginnings of words, two words together, or words that no project
 * contains.
 */
function createRandomSearchText(): string {
  const language = pickRandom(languages);
  switch (randomIntegerBelow(7)) {
    case 0:
      return pickRandom(rareWords[language]);
    case 1:
      return [...pickRandomWord(language)].slice(0, 2).join("");
    case 2:
      return `${pickRandom(commonWords[language])} ${pickRandom(commonWords[language])}`;
    case 3:
      return [...pickRandom(commonWords[language])].slice(0, 1).join("");
    case 4:
      return `${pickRandom(commonWords[language])} ${pickRandom(commonWords[language])} ${pickRandomWord(language)}`;
    case 5:
      return `absent${randomIntegerBelow(1_000)}`;
    default:
      return pickRandom(commonWords[language]);
  }
}

const createRandomBudget = () => {
  const minimumCost = 10 ** (2 + randomIntegerBelow(6));
  return { min: minimumCost, max: minimumCost * (1 + randomIntegerBelow(10)) };
};

export function createFilterGenerators({
  categoryIds,
  currencyIds,
}: FilledDatabase): Record<string, () => UnsortedFilter> {
  return {
    nothing: () => ({}),
    search: () => ({ search: createRandomSearchText() }),
    skill: () => ({ skill: pickRandom(sampleSkills) }),
    category: () => ({ category_id: pickRandom(categoryIds) }),
    "currency and budget": () => ({ currency_id: pickRandom(currencyIds), ...createRandomBudget() }),
    status: () => ({ status: pickRandom(["ACTIVE", "DEACTIVE"]) }),
    running: () => ({ running: randomIntegerBelow(2) === 0 }),
    part: () => ({ part: pickRandom(["host", "joined", "applied", "invited"]) }),
    "search and category": () => ({ search: createRandomSearchText(), category_id: pickRandom(categoryIds) }),
    "skill, currency and budget": () => ({
      skill: pickRandom(sampleSkills),
      currency_id: pickRandom(currencyIds),
      ...createRandomBudget(),
    }),
    everything: () => ({
      search: createRandomSearchText(),
      skill: pickRandom(sampleSkills),
      category_id: pickRandom(categoryIds),
      currency_id: pickRandom(currencyIds),
      ...createRandomBudget(),
      running: randomIntegerBelow(2) === 0,
      status: "ACTIVE",
    }),
    "search in my part": () => ({ search: createRandomSearchText(), part: "joined" }),
  };
}
