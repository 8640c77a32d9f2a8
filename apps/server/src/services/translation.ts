import { createBookmarksFeature } from "../features/bookmarks/routes.ts";
import { createBotTextsFeature } from "../features/bot-texts/routes.ts";
import { createGlossaryFeature } from "../features/glossary/routes.ts";
import { createImportsFeature } from "../features/imports/routes.ts";
import { createMachineTranslationFeature } from "../features/machine/routes.ts";
import { createTranslationMemoryFeature } from "../features/memory/routes.ts";
import { createProjectTextsFeature } from "../features/project-texts/routes.ts";
import { createTranslationsFeature } from "../features/translations/routes.ts";
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
  baseServices: BaseServices,
  { live, rooms, notifications }: AccountServices,
  { files, messages }: ChatServices,
  { projects }: ProjectFeatures,
  { bots, channels, livechat, broadcasts }: BotFeatures,
) {
  const glossary = createGlossaryFeature({ ...baseServices, rooms, projects });
  const translations = createTranslationsFeature({
    ...baseServices,
    live,
    rooms,
    notifications,
    messages,
    glossary,
    projects,
  });
  const memory = createTranslationMemoryFeature({
    ...baseServices,
    maximumBytes: files.quota.bounds.memory,
    messages,
    projects,
  });
  const botTexts = createBotTextsFeature({
    ...baseServices,
    live,
    bots,
    broadcasts,
    memory,
    translations,
    notifications,
  });
  const imports = createImportsFeature({ ...baseServices, files, memory, glossary });
  const machine = createMachineTranslationFeature({ ...baseServices, rooms, messages, translations, memory });
  const bookmarks = createBookmarksFeature({
    ...baseServices,
    live,
    rooms,
    messages,
    translations,
    channels,
    livechat,
    machine,
  });
  const projectTexts = createProjectTextsFeature({ ...baseServices, messages, projects, bookmarks });
  return { glossary, translations, memory, botTexts, imports, machine, bookmarks, projectTexts };
}
