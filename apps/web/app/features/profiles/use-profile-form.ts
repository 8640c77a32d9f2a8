import { createProfile, type Profile, updateProfile } from "@kakehashi/contract/profiles";
import type { Account } from "@kakehashi/contract/users";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { call } from "../../kit/api.ts";
import { checkedBy, showRefusal } from "../../kit/form.ts";
import { useErrorText } from "../../kit/ui/states.tsx";
import { fieldsOf, type ProfileFields, type ProfileValues } from "./profile-fields.ts";
import { afterProfileChange } from "./queries.ts";

const schema = () => import("@kakehashi/contract/schemas/profiles").then((profiles) => profiles.profileBody);

export type ProfileForm = ReturnType<typeof useProfileForm>;

/**
 * The state of the profile form. Changes made elsewhere appear in unedited fields. If there is a conflict, `newer` is
 * set and the person chooses.
 */
export function useProfileForm(account: Account, profile: Profile | null) {
  const { i18n } = useTranslation();
  const textOf = useErrorText();
  const stored = fieldsOf(profile, account);
  /** The values that the form started from. */
  const [begun, setBegun] = useState(stored);
  const form = useForm<ProfileFields, unknown, ProfileValues>({
    resolver: checkedBy(schema, i18n.language),
    mode: "onTouched",
    defaultValues: begun,
  });
  const { handleSubmit, getValues, setValue, reset, setError, formState } = form;
  const { isDirty, isSubmitting } = formState;
  const newer = !isSubmitting && JSON.stringify(stored) !== JSON.stringify(begun);

  function follow(keepTyped: boolean): void {
    reset(stored, { keepDirtyValues: keepTyped });
    setBegun(stored);
  }
  useEffect(() => {
    if (newer && !isDirty) follow(false);
  });

  /** Fills the form with the saved values. What was typed during the request stays unsaved. */
  function settle(saved: ProfileFields, sent: ProfileFields): void {
    const typed = { ...getValues() };
    reset(saved);
    setBegun(saved);
    for (const field of Object.keys(sent) as (keyof ProfileFields)[])
      if (JSON.stringify(typed[field]) !== JSON.stringify(sent[field]))
        setValue(field, typed[field], { shouldDirty: true });
  }

  async function send(body: ProfileValues): Promise<boolean> {
    const sent = { ...getValues() };
    try {
      const { data } = await call(profile ? updateProfile : createProfile, { body });
      settle(fieldsOf(data, account), sent);
      await afterProfileChange(data);
      return true;
    } catch (error) {
      showRefusal(error, setError, textOf);
      return false;
    }
  }

  /** Whether the profile was saved. An invalid field shows its error and gets the focus. */
  async function save(): Promise<boolean> {
    if (profile && !isDirty) return true;
    let saved = false;
    await handleSubmit(async (body) => {
      saved = await send(body);
    })();
    return saved;
  }

  return { form, save, newer: newer && isDirty, follow };
}
