import type { Language } from "@kakehashi/contract/languages";
import type { Project } from "@kakehashi/contract/projects";
import { useState } from "react";
import type { DraftBasis, ProjectDraft } from "./draft.ts";
import {
  hasNoChangesByOthers,
  type MergedProject,
  mergeProjectEdits,
  type ProjectFormContent,
  takeTheirProjectField,
} from "./merge-edits.ts";
import { type ProjectFormFields, projectFieldsOf } from "./project-fields.tsx";

export interface ProjectMergeBase extends DraftBasis {
  readonly fields: ProjectFormFields;
}

const formContentOfProject = (project: Project | null, language: Language): ProjectMergeBase => ({
  version: project?.version ?? 0,
  fields: projectFieldsOf(project, language),
  files: project?.files ?? [],
});
const emptyBaseOfOldDraft: ProjectFormContent = { fields: {}, files: [] };

interface ProjectBaseState {
  readonly base: ProjectMergeBase;
  readonly merged: MergedProject | null;
  /** Whether the writer has pressed Save and must now decide about the other host's changes. */
  readonly isAfterSave: boolean;
}

function initialStateOf(
  project: Project | null,
  restoredDraft: ProjectDraft | null,
  language: Language,
): ProjectBaseState {
  const baseContent = formContentOfProject(project, language);
  const isDraftOutdated =
    project !== null && restoredDraft !== null && restoredDraft.base?.version !== baseContent.version;
  const merged = isDraftOutdated
    ? mergeProjectEdits(restoredDraft.base ?? emptyBaseOfOldDraft, restoredDraft, baseContent)
    : null;
  return {
    base: baseContent,
    merged: merged && hasNoChangesByOthers(merged) ? null : merged,
    isAfterSave: false,
  };
}

/**
 * Returns the saved project that the form now starts from, as the base for merging. `merged` contains the changes of
 * both people if another host has saved the project since the restored draft was begun or while the form is open.
 * Otherwise it is null.
 */
export function useProjectMergeBase(
  project: Project | null,
  restoredDraft: ProjectDraft | null,
  language: Language,
) {
  const [state, setState] = useState(() => initialStateOf(project, restoredDraft, language));
  return {
    ...state,
    /** Merges the form's content with the newer project. Returns the result. */
    mergeNewer(newerProject: Project, ownEdit: ProjectFormContent): MergedProject {
      const baseContent = formContentOfProject(newerProject, language);
      const merged = mergeProjectEdits(state.base, ownEdit, baseContent);
      setState({ base: baseContent, merged, isAfterSave: true });
      return merged;
    },
    /** Takes the other host's text for a field, because the writer has chosen it. Updates the merge result. */
    takeFieldOfOther(name: keyof ProjectFormFields): void {
      setState((currentState) => ({
        ...currentState,
        merged: currentState.merged && takeTheirProjectField(currentState.merged, name),
      }));
    },
    forget: () => setState({ ...state, merged: null }),
  };
}
