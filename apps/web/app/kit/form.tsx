import type { ComponentProps, ReactNode, SubmitEvent } from "react";
import {
  type DefaultValues,
  type FieldValues,
  get,
  type Path,
  type RegisterOptions,
  type UseFormProps,
  type UseFormRegisterReturn,
  useForm as useHookForm,
} from "react-hook-form";
import type { z } from "zod";
import { useTranslation } from "../i18n/use-translation.tsx";
import { runAfterPaint } from "./after-paint.ts";
import { ApiError } from "./api-error.ts";
import { isBuildOutdated, pageBuildCheckEnvironment } from "./build.ts";
import { focusFirstInvalidField } from "./focus-wrong-field.ts";
import styles from "./form.module.css";
import { firstFieldErrorOf } from "./form-errors.ts";
import { createFormResolver } from "./form-resolver.ts";
import { Button } from "./ui/button.tsx";
import { useErrorText } from "./ui/states.tsx";

interface FormOptions<V extends FieldValues, I, O extends FieldValues> {
  /**
   * A function that imports the schema: `() => import("@kakehashi/contract/schemas/…")`. So the form appears before the
   * schema library is loaded.
   */
  schema: () => Promise<z.ZodType<O, I>>;
  /** The initial values of the form's fields. */
  values: V;
  /**
   * Converts the fields' values into the request body, if the body has another shape. Its properties must have the
   * names that the schema uses, because errors are assigned to fields by these names.
   */
  toBody?: (values: V) => I;
  /**
   * Sends the valid body. If it throws an error, the form shows the error at the fields that the error names, or else
   * above the buttons.
   */
  send: (body: O, sentValues: V) => unknown;
  /** Called first when `send` has thrown an error. If it returns true, the form does not show the error. */
  onRefused?: (error: unknown) => boolean | Promise<boolean>;
  /** The event that validates a field for the first time. By default it is `blur`. */
  mode?: "onTouched" | "onSubmit";
  /** The names of values without a field. Their errors are shown as errors of the whole form. */
  namesWithoutField?: readonly Path<V>[];
  /** Whether a field that was removed from the page is left out of the body. */
  shouldUnregister?: boolean;
  /** The message that tells the person after a reload that the typed text was restored. Only for forms with a draft. */
  restoredTextNote?: string | undefined;
}

/** The type of the form error that says that the page is outdated and must be reloaded. */
const outdatedPageErrorType = "stale";

export type FieldProps = UseFormRegisterReturn & { readonly error: string | undefined };

type FieldOptions<V extends FieldValues> = RegisterOptions<V> & {
  /**
   * Makes the field also show the errors of all values whose names begin with `alsoShowsErrorsOf`. Used for a list, and for a
   * field with a text in several languages.
   */
  alsoShowsErrorsOf?: string;
  /**
   * Names of values whose errors this field does not show, although they begin with `alsoShowsErrorsOf`. These values have fields
   * of their own, which show the errors.
   */
  except?: readonly string[];
};

/**
 * A form for a schema of the contract. It validates the fields with the same rules and messages as the server, and
 * sends the body if all fields are valid.
 */
export function useForm<V extends FieldValues, O extends FieldValues, I = V>(
  formOptions: FormOptions<V, I, O>,
) {
  const {
    schema,
    values,
    toBody,
    send,
    onRefused,
    namesWithoutField: withoutField = [],
    restoredTextNote,
  } = formOptions;
  const { mode = "onTouched", shouldUnregister = false } = formOptions;
  const { t, i18n } = useTranslation(["common", "live"]);
  const formatError = useErrorText();
  const options: UseFormProps<V, unknown, O> = {
    resolver: createFormResolver(schema, i18n.language, toBody),
    mode,
    shouldUnregister,
    // The form library's type allows missing initial values, but this form has one for every field.
    defaultValues: values as DefaultValues<V>,
  };
  const form = useHookForm<V, unknown, O>(options);
  const { register, handleSubmit, setError, setValue, getValues, reset, formState } = form;
  const { errors, isSubmitting, isDirty } = formState;

  const submit = handleSubmit(async (body) => {
    try {
      await send(body, structuredClone(getValues()));
    } catch (error) {
      if (await onRefused?.(error)) return;
      const names = new Set([...Object.keys(getValues()), ...withoutField]);
      const fields = fieldErrorsOf(error).filter(([field]) => names.has(field.split(".")[0] ?? ""));
      // Focus the first invalid field. On a phone it may be outside the screen, and focusing scrolls to it.
      for (const [index, [field, message]] of fields.entries())
        setError(field as Path<V>, { type: "server", message }, { shouldFocus: index === 0 });
      if (fields.length > 0) return;
      // The person cannot fix this error: the server could not read the body, or named a field that this page lacks.
      // The page may be older than the server, so suggest a reload. Leave out the field's name, because people do not
      // know it.
      const isCausedByPage =
        error instanceof ApiError && (error.status === 400 || fieldErrorsOf(error).length > 0);
      const isPageOutdated =
        fieldErrorsOf(error).length > 0 && (await isBuildOutdated(pageBuildCheckEnvironment));
      const errorSentence = isPageOutdated ? t("live:newVersion") : formatError(error);
      const message =
        isCausedByPage && restoredTextNote
          ? t("sentences", { first: errorSentence, second: restoredTextNote })
          : errorSentence;
      setError("root", { type: isCausedByPage ? outdatedPageErrorType : "server", message });
    }
  });

  return {
    ...form,
    submit,
    isSubmitting,
    isDirty,
    /**
     * The first error that is not shown at a field. It may concern a value without a field, such as the form's files.
     */
    failure: ["root", "", ...withoutField, ...Object.keys(errors).filter((name) => !(name in getValues()))]
      .map((name) => firstFieldErrorOf(get(errors, name)))
      .find(Boolean),
    /** Whether the page must be reloaded. The form restores the typed text afterwards. */
    needsReload: restoredTextNote !== undefined && errors.root?.type === outdatedPageErrorType,
    /** Returns the error text of a field. For controls that are not components of `kit/ui`. */
    errorOf: (name: Path<V>): string | undefined => firstFieldErrorOf(get(errors, name)),
    /** Returns the props for a field component of `kit/ui`, such as `TextField`. */
    field: (
      name: Path<V>,
      { alsoShowsErrorsOf: errorField = name, except, ...props }: FieldOptions<V> = {},
    ): FieldProps => ({
      ...register(name, props as RegisterOptions<V>),
      error: firstFieldErrorOf(get(errors, errorField), except),
    }),
    /**
     * Fills the form with saved values. A field that the person has changed since `sentValues` were sent keeps its
     * value and counts as unsaved.
     */
    applySaved(savedValues: V, sentValues: V): void {
      const typedValues = structuredClone(getValues());
      reset(savedValues);
      for (const name of Object.keys(sentValues) as Path<V>[])
        if (JSON.stringify(typedValues[name]) !== JSON.stringify(sentValues[name]))
          setValue(name, typedValues[name], { shouldDirty: true });
    },
  };
}

/** The form, as passed to components that render some of its fields. */
export type FormOf<V extends FieldValues> = ReturnType<typeof useForm<V, FieldValues, V>>;

const fieldErrorsOf = (error: unknown) => (error instanceof ApiError ? Object.entries(error.fields) : []);

interface FormProps extends Omit<ComponentProps<"form">, "onSubmit"> {
  form: {
    readonly submit: (event?: SubmitEvent<HTMLFormElement>) => Promise<void>;
    readonly failure: string | undefined;
    readonly needsReload?: boolean;
  };
  /** The buttons of the form. The form's error is shown above them. */
  actions: ReactNode;
}

/** The form element: its fields, its error and its buttons. */
export function Form({ form, actions, className = "", children, ...props }: FormProps) {
  const { t } = useTranslation("live");
  return (
    <form
      // If the form is submitted before React runs, the browser sends it itself. With POST, the values do not appear in
      // the address.
      method="post"
      {...props}
      className={`${styles.form} ${className}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // Stop the submit event of a dialog's form. React would pass it on to the form of the page, which would be sent
        // as well.
        event.stopPropagation();
        const { currentTarget } = event;
        // Invalid fields are marked in the document only after the errors are rendered. So wait for that.
        void form
          .submit(event)
          .then(() => runAfterPaint(() => focusFirstInvalidField(currentTarget, document.activeElement)));
      }}
    >
      {children}
      <FormFailure>
        {form.needsReload ? (
          <span className={styles.outdated}>
            <span>{form.failure}</span>
            <Button size="xs" onClick={() => location.reload()}>
              {t("reload")}
            </Button>
          </span>
        ) : (
          form.failure
        )}
      </FormFailure>
      {actions}
    </form>
  );
}

/** The alert that says why sending failed. */
export function FormFailure({ children }: { children: ReactNode }) {
  return (
    children && (
      <p className={styles.failure} role="alert">
        {children}
      </p>
    )
  );
}
