import { createBookmarks } from "../features/bookmarks/service.ts";
import { createBotTexts } from "../features/bot-texts/service.ts";
import { createGlossary } from "../features/glossary/service.ts";
import { createImports } from "../features/imports/service.ts";
import { createMachineTranslation } from "../features/machine/service.ts";
import { createTranslationMemory } from "../features/memory/service.ts";
import { createProjectTexts } from "../features/project-texts/service.ts";
import { createTranslations } from "../features/translations/service.ts";
import type { AccountServices } from "./accounts.ts";
import type { BaseServices } from "./base.ts";
import type { BotFeatures } from "./bots.ts";
import type { ChatServices } from "./chat.ts";
import type { ProjectFeatures } from "./projects.ts";

/**
 * Creates the services for translations of messages and of a project's texts, by people and by machine, with the
 * translation memory, the glossary and imports.
 */
export function createTranslationFeatures(
  base: BaseServices,
  { live, rooms, notifications }: AccountServices,
  { files, messages }: ChatServices,
  { projects }: ProjectFeatures,
  { bots, channels, livechat, broadcasts }: BotFeatures,
) {
  const glossary = createGlossary({ ...base, rooms, projects });
  const translations = createTranslations({
    ...base,
    live,
    rooms,
    notifications,
    messages,
    glossary,
    projects,
  });
  const memory = createTranslationMemory({
    ...base,
    maximumBytes: files.quota.bounds.memory,
    messages,
    projects,
  });
  const botTexts = createBotTexts({ ...base, live, bots, broadcasts, memory, translations, notifications });
  const imports = createImports({ ...base, files, memory, glossary });
  const machine = createMachineTranslation({ ...base, rooms, messages, translations, memory });
  const bookmarks = createBookmarks({
    ...base,
    live,
    rooms,
    messages,
    translations,
    channels,
    livechat,
    machine,
  });
  const projectTexts = createProjectTexts({ ...base, messages, projects, bookmarks });
  return { glossary, translations, memory, botTexts, imports, machine, bookmarks, projectTexts };
}
