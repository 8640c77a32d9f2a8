import { createProfile, type Profile, updateProfile } from "@kakehashi/contract/profiles";
import type { Account } from "@kakehashi/contract/users";
import { useEffect, useRef, useState } from "react";
import { call } from "../../kit/api.ts";
import { useForm } from "../../kit/form.tsx";
import { profileFieldsOf } from "./profile-fields.ts";
import { refetchAfterProfileChange } from "./queries.ts";

const schema = () => import("@kakehashi/contract/schemas/profiles").then((profiles) => profiles.profileBody);

export type ProfileForm = ReturnType<typeof useProfileForm>;

/**
 * The state of the profile form. If the profile is saved elsewhere, a form without edits shows the new values at once.
 * If the person has edited the form, `newer` is set, and the person chooses when to show them with `applyNewerValues`.
 */
export function useProfileForm(account: Account, profile: Profile | null) {
  const storedValues = profileFieldsOf(profile, account);
  /** The values that the form started from. */
  const [baseValues, setBaseValues] = useState(storedValues);
  const wasSaved = useRef(false);
  const form = useForm({
    schema,
    values: baseValues,
    async send(body, sent) {
      const { data } = await call(profile ? updateProfile : createProfile, { body });
      const savedValues = profileFieldsOf(data, account);
      form.applySaved(savedValues, sent);
      setBaseValues(savedValues);
      wasSaved.current = true;
      await refetchAfterProfileChange(data);
    },
  });
  const { reset, isDirty, isSubmitting } = form;
  const hasNewerValues = !isSubmitting && JSON.stringify(storedValues) !== JSON.stringify(baseValues);

  function applyNewerValues(keepsEditedFields: boolean): void {
    reset(storedValues, { keepDirtyValues: keepsEditedFields });
    setBaseValues(storedValues);
  }
  useEffect(() => {
    if (hasNewerValues && !isDirty) applyNewerValues(false);
  });

  /**
   * Saves the form. Returns whether no unsaved changes are left. A wrong field shows its error and gets the
   * focus.
   */
  async function save(): Promise<boolean> {
    if (profile && !isDirty) return true;
    wasSaved.current = false;
    await form.submit();
    return wasSaved.current;
  }

  return { form, save, newer: hasNewerValues && isDirty, applyNewerValues };
}
