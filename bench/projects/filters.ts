import type { ProjectFilter } from "../../apps/server/src/features/projects/list-candidates.ts";
import {
  commonWords,
  type FilledDatabase,
  languages,
  pick,
  randomBelow,
  randomWord,
  rareWords,
  skills,
} from "./workspace.ts";

export const sortOrders = ["newest", "start", "budget"] as const;
export type UnsortedFilter = Omit<ProjectFilter, "sort">;

/**
 * Returns a random search text: common or rare words, beginnings of words, two words together, or words that no project
 * contains.
 */
function searchText(): string {
  const language = pick(languages);
  switch (randomBelow(7)) {
    case 0:
      return pick(rareWords[language]);
    case 1:
      return [...randomWord(language)].slice(0, 2).join("");
    case 2:
      return `${pick(commonWords[language])} ${pick(commonWords[language])}`;
    case 3:
      return [...pick(commonWords[language])].slice(0, 1).join("");
    case 4:
      return `${pick(commonWords[language])} ${pick(commonWords[language])} ${randomWord(language)}`;
    case 5:
      return `absent${randomBelow(1_000)}`;
    default:
      return pick(commonWords[language]);
  }
}

const randomBudget = () => {
  const min = 10 ** (2 + randomBelow(6));
  return { min, max: min * (1 + randomBelow(10)) };
};

export function createFilterGenerators({
  categories,
  currencies,
}: FilledDatabase): Record<string, () => UnsortedFilter> {
  return {
    nothing: () => ({}),
    search: () => ({ search: searchText() }),
    skill: () => ({ skill: pick(skills) }),
    category: () => ({ category_id: pick(categories) }),
    "currency and budget": () => ({ currency_id: pick(currencies), ...randomBudget() }),
    status: () => ({ status: pick(["ACTIVE", "DEACTIVE"]) }),
    running: () => ({ running: randomBelow(2) === 0 }),
    part: () => ({ part: pick(["host", "joined", "applied", "invited"]) }),
    "search and category": () => ({ search: searchText(), category_id: pick(categories) }),
    "skill, currency and budget": () => ({
      skill: pick(skills),
      currency_id: pick(currencies),
      ...randomBudget(),
    }),
    everything: () => ({
      search: searchText(),
      skill: pick(skills),
      category_id: pick(categories),
      currency_id: pick(currencies),
      ...randomBudget(),
      running: randomBelow(2) === 0,
      status: "ACTIVE",
    }),
    "search in my part": () => ({ search: searchText(), part: "joined" }),
  };
}
