import { createProfile, type Profile, updateProfile } from "@kakehashi/contract/profiles";
import type { Account } from "@kakehashi/contract/users";
import { useEffect, useRef, useState } from "react";
import { call } from "../../kit/api.ts";
import { useForm } from "../../kit/form.tsx";
import { profileFormFieldsOf } from "./profile-fields.ts";
import { refetchAfterProfileChange } from "./queries.ts";

const loadProfileSchema = () =>
  import("@kakehashi/contract/schemas/profiles").then((profiles) => profiles.profileBody);

export type ProfileFormState = ReturnType<typeof useProfileForm>;

/**
 * The state of the profile form. If the profile was saved elsewhere, a form without edits shows the new values. A form
 * with edits sets `newer` instead, and the person decides when to call `applyNewerValues`.
 */
export function useProfileForm(account: Account, profile: Profile | null) {
  const storedValues = profileFormFieldsOf(profile, account);
  /** The saved values on which the form is based. They change when the person saves, or takes over newer values. */
  const [baseValues, setBaseValues] = useState(storedValues);
  const wasSaved = useRef(false);
  const form = useForm({
    schema: loadProfileSchema,
    values: baseValues,
    async send(body, sentValues) {
      const { data } = await call(profile ? updateProfile : createProfile, { body });
      const savedValues = profileFormFieldsOf(data, account);
      form.applySaved(savedValues, sentValues);
      setBaseValues(savedValues);
      wasSaved.current = true;
      await refetchAfterProfileChange(data);
    },
  });
  const { reset, isDirty, isSubmitting } = form;
  const hasNewerValues = !isSubmitting && JSON.stringify(storedValues) !== JSON.stringify(baseValues);

  function applyNewerValues(shouldKeepEdits: boolean): void {
    reset(storedValues, { keepDirtyValues: shouldKeepEdits });
    setBaseValues(storedValues);
  }
  useEffect(() => {
    if (hasNewerValues && !isDirty) applyNewerValues(false);
  });

  /**
   * Saves the form. Returns whether no unsaved changes are left. After an error, the first invalid field shows it and
   * gets the focus.
   */
  async function saveProfile(): Promise<boolean> {
    if (profile && !isDirty) return true;
    wasSaved.current = false;
    await form.submit();
    return wasSaved.current;
  }

  return { form, save: saveProfile, newer: hasNewerValues && isDirty, applyNewerValues };
}
