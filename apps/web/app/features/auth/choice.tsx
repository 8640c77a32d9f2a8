import type { Account } from "@kakehashi/contract/users";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useSearchParams } from "react-router";
import { Failure } from "../../kit/form.tsx";
import { safeNext } from "../../kit/guard.ts";
import { errorIsShownByForm, queryClient } from "../../kit/query.ts";
import { Button } from "../../kit/ui/button.tsx";
import { PageTitle } from "../../kit/ui/page-title.tsx";
import { useErrorText } from "../../kit/ui/states.tsx";
import choice from "./choice.module.css";
import styles from "./form.module.css";
import { nextPageFor } from "./next-page.ts";
import { accountQuery } from "./session.ts";

interface Props<V extends string> {
  title: string;
  note: string;
  options: readonly { value: V; name: string; note?: string; lang?: string }[];
  currentValue: V | null;
  /** Why the choice cannot be changed any more. Only the current option is shown then. */
  lockedReason?: string | undefined;
  save: (value: V) => Promise<Account>;
}

/**
 * A question with a few answers. Afterwards it opens the next open question, or returns to where the person came from.
 */
export function Choice<V extends string>({
  title,
  note,
  options,
  currentValue,
  lockedReason,
  save,
}: Props<V>) {
  const { t } = useTranslation("account");
  const textOf = useErrorText();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [value, setValue] = useState<V | null>(currentValue);
  const { mutate, isPending, error } = useMutation({
    mutationFn: save,
    onError: errorIsShownByForm,
    onSuccess: async (account) => {
      queryClient().setQueryData(accountQuery.queryKey, account);
      await navigate(nextPageFor(account, search.get("next")), { replace: true });
    },
  });
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <header className={styles.header}>
        <h1 className={styles.title} id="question">
          {title}
        </h1>
        <p className={styles.note}>{note}</p>
      </header>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (value) mutate(value);
        }}
      >
        <fieldset className={choice.options} aria-labelledby="question" disabled={lockedReason !== undefined}>
          {options.map((option) => (
            <label key={option.value} className={choice.option} lang={option.lang}>
              <input
                type="radio"
                name="choice"
                value={option.value}
                checked={value === option.value}
                onChange={() => setValue(option.value)}
              />
              <span className={choice.name}>{option.name}</span>
              {option.note && <span className={choice.note}>{option.note}</span>}
            </label>
          ))}
        </fieldset>
        <Failure>{error && textOf(error)}</Failure>
        {lockedReason ? (
          <>
            <p className={choice.lockedNote} role="note">
              {lockedReason}
            </p>
            <Link className={`${styles.link} ${choice.action}`} to={safeNext(search.get("next"))}>
              {t("backToStart")}
            </Link>
          </>
        ) : (
          <Button
            className={choice.action ?? ""}
            type="submit"
            kind="primary"
            size="md"
            fullWidth
            disabled={value === null}
            loading={isPending}
          >
            {t("next")}
          </Button>
        )}
      </form>
    </>
  );
}
