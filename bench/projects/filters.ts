import type { ProjectFilter } from "../../apps/server/src/features/projects/list-candidates.ts";
import { commonWords, type Filled, languages, pick, random, rareWords, skills, wordOf } from "./workspace.ts";

export const sorts = ["newest", "start", "budget"] as const;
export type Narrowing = Omit<ProjectFilter, "sort">;

/**
 * Returns a search text: common or rare words, beginnings of words, two words together, or words that no project has.
 */
function searchText(): string {
  const language = pick(languages);
  switch (random(7)) {
    case 0:
      return pick(rareWords[language]);
    case 1:
      return [...wordOf(language)].slice(0, 2).join("");
    case 2:
      return `${pick(commonWords[language])} ${pick(commonWords[language])}`;
    case 3:
      return [...pick(commonWords[language])].slice(0, 1).join("");
    case 4:
      return `${pick(commonWords[language])} ${pick(commonWords[language])} ${wordOf(language)}`;
    case 5:
      return `absent${random(1_000)}`;
    default:
      return pick(commonWords[language]);
  }
}

const randomBudget = () => {
  const min = 10 ** (2 + random(6));
  return { min, max: min * (1 + random(10)) };
};

export function narrowings({ categories, currencies }: Filled): Record<string, () => Narrowing> {
  return {
    nothing: () => ({}),
    search: () => ({ search: searchText() }),
    skill: () => ({ skill: pick(skills) }),
    category: () => ({ category_id: pick(categories) }),
    "currency and budget": () => ({ currency_id: pick(currencies), ...randomBudget() }),
    status: () => ({ status: pick(["ACTIVE", "DEACTIVE"]) }),
    running: () => ({ running: random(2) === 0 }),
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
      running: random(2) === 0,
      status: "ACTIVE",
    }),
    "search in my part": () => ({ search: searchText(), part: "joined" }),
  };
}
