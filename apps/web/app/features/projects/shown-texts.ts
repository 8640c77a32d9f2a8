import type { Language } from "@kakehashi/contract/languages";
import { type ProjectTextField, projectTextFields } from "@kakehashi/contract/project-texts";
import type { Project, ProjectListItem } from "@kakehashi/contract/projects";
import { useState } from "react";

/**
 * Returns the texts of a project for a list. If there is an approved translation into the reader's language, returns
 * its texts.
 */
export const shownTextsOfListItem = (listItem: ProjectListItem): Pick<ProjectListItem, ProjectTextField> => ({
  name: listItem.translation?.name ?? listItem.name,
  description: listItem.translation?.description ?? listItem.description,
  skill: listItem.translation?.skill ?? listItem.skill,
  time: listItem.translation?.time ?? listItem.time,
});

/**
 * Returns a project's name. Uses an approved translation into the reader's language if there is one of the current
 * name.
 */
export const shownProjectNameOf = ({ name, translation }: Project): string =>
  translation?.name?.is_current ? translation.name.content : name;

/**
 * The versions of a project's texts that a page can show. `earlier` is a translation of an older version of the
 * original.
 */
type ShownVersion = "translation" | "original" | "earlier";

export interface ShownTexts {
  readonly name: string;
  readonly description: string;
  readonly skill: string;
  readonly time: string;
  /**
   * For each text that is shown in a translation: the language of the translation. Texts that are shown in the original
   * are left out.
   */
  readonly translationLanguageByField: Partial<Record<ProjectTextField, Language>>;
  readonly version: ShownVersion;
  /** The versions of the texts that are not shown now, in the order of their buttons. */
  readonly otherVersions: readonly ShownVersion[];
  /** Whether some of the translated texts were made from an older version of the original. */
  readonly isOutdated: boolean;
  show(version: ShownVersion): void;
}

/**
 * Returns the texts on a project's page. If there is a current translation, the page shows it first, and a button shows
 * the original.
 */
export function useShownTexts(project: Project | undefined): ShownTexts | null {
  const [chosenVersion, show] = useState<ShownVersion>("translation");
  if (!project) return null;
  const { translation } = project;
  const isOutdated = projectTextFields.some((field) => translation?.[field]?.is_current === false);
  const isTranslated = projectTextFields.some((field) => translation?.[field]?.is_current === true);
  const availableVersions: ShownVersion[] = [
    ...(isTranslated ? (["translation"] as const) : []),
    "original",
    ...(isOutdated ? (["earlier"] as const) : []),
  ];
  const version = availableVersions.includes(chosenVersion)
    ? chosenVersion
    : (availableVersions[0] ?? "original");
  const translatedTextOf = (field: ProjectTextField) => {
    const text = translation?.[field];
    return text && (version === "earlier" || (version === "translation" && text.is_current)) ? text : null;
  };
  return {
    name: translatedTextOf("name")?.content ?? project.name,
    description: translatedTextOf("description")?.content ?? project.description,
    skill: translatedTextOf("skill")?.content ?? project.skill,
    time: translatedTextOf("time")?.content ?? project.time,
    translationLanguageByField: translation
      ? Object.fromEntries(
          projectTextFields.filter(translatedTextOf).map((field) => [field, translation.language]),
        )
      : {},
    version,
    otherVersions: availableVersions.filter((otherVersion) => otherVersion !== version),
    isOutdated,
    show,
  };
}
