import type { Account } from "@kakehashi/contract/users";
import { Link, useNavigate, useSearchParams } from "react-router";
import type { z } from "zod";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Form, useForm } from "../../kit/form.tsx";
import { toSafeNextPath } from "../../kit/guard.ts";
import { getQueryClient } from "../../kit/query.ts";
import { Button } from "../../kit/ui/button.tsx";
import { DocumentTitle } from "../../kit/ui/document-title.tsx";
import choice from "./choice.module.css";
import styles from "./form.module.css";
import { nextPageFor } from "./next-page.ts";
import { accountQuery } from "./session.ts";

interface ChoiceFormProps<N extends string, V extends string> {
  title: string;
  note: string;
  /** The field of the request body that contains the person's answer. */
  field: N;
  /** Imports the schema of the request body, as `useForm` expects. */
  schema: () => Promise<z.ZodType<Record<N, V>, Record<N, V>>>;
  options: readonly { value: V; name: string; note?: string; lang?: string }[];
  currentValue: V | null;
  /**
   * The reason why the person can no longer change the choice. If it is given, the form shows only the current option.
   */
  lockedReason?: string | undefined;
  save: (body: Record<N, V>) => Promise<Account>;
}

/**
 * A form that asks a new person one question with a few options. Afterwards the browser goes to the next unanswered
 * question, or to the page from which the person came.
 */
export function OnboardingQuestionForm<N extends string, V extends string>({
  title,
  note,
  field,
  schema,
  options,
  currentValue,
  lockedReason,
  save,
}: ChoiceFormProps<N, V>) {
  const { t } = useTranslation("account");
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const form = useForm({
    schema,
    values: { choice: (currentValue ?? "") as string },
    toBody: ({ choice }) => ({ [field]: choice }) as Record<N, V>,
    async send(body) {
      const account = await save(body);
      getQueryClient().setQueryData(accountQuery.queryKey, account);
      await navigate(nextPageFor(account, search.get("next")), { replace: true });
    },
  });
  const isChosen = form.watch("choice") !== "";
  const formAction = lockedReason ? (
    <>
      <p className={choice.lockedNote} role="note">
        {lockedReason}
      </p>
      <Link className={styles.link} to={toSafeNextPath(search.get("next"))}>
        {t("backToStart")}
      </Link>
    </>
  ) : (
    <Button type="submit" kind="primary" size="md" fullWidth disabled={!isChosen} loading={form.isSubmitting}>
      {t("next")}
    </Button>
  );
  return (
    <>
      <DocumentTitle>{title}</DocumentTitle>
      <header className={styles.header}>
        <h1 className={styles.title} id="question">
          {title}
        </h1>
        <p className={styles.note}>{note}</p>
      </header>
      <Form form={form} actions={formAction}>
        <fieldset className={choice.options} aria-labelledby="question" disabled={lockedReason !== undefined}>
          {options.map((option) => (
            <label key={option.value} className={choice.option} lang={option.lang}>
              <input type="radio" value={option.value} {...form.register("choice")} />
              <span className={choice.name}>{option.name}</span>
              {option.note && <span className={choice.note}>{option.note}</span>}
            </label>
          ))}
        </fieldset>
      </Form>
    </>
  );
}
