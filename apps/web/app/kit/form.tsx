import { fieldTexts } from "@kakehashi/contract/kit/validation";
import { isLanguage } from "@kakehashi/contract/languages";
import type { ComponentProps, ReactNode, SubmitEvent } from "react";
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  get,
  type Path,
  type RegisterOptions,
  type Resolver,
  set,
  type UseFormProps,
  type UseFormRegisterReturn,
  useForm as useHookForm,
} from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import { ApiError } from "./api-error.ts";
import styles from "./form.module.css";
import { useErrorText } from "./ui/states.tsx";

interface Asked<V extends FieldValues, I, O extends FieldValues> {
  /** What the contract says of it. An import of `@kakehashi/contract/schemas/…`: the page is there before what checks it. */
  schema: () => Promise<z.ZodType<O, I>>;
  /** What the fields hold to begin with. */
  values: V;
  /** What is checked and sent, where the fields hold it otherwise. Each name stays what it is in the schema. */
  read?: (values: V) => I;
  /** Sends what was checked. What it throws is shown at the fields that it names, else above the buttons. */
  send: (body: O, sent: V) => unknown;
  /** Deals with a refusal before it is shown; answers whether it has. */
  refused?: (error: unknown) => boolean | Promise<boolean>;
  /** When a field is checked first; when it has been left without. */
  mode?: "onTouched" | "onSubmit";
  /** Values that have no field: what is wrong with them is wrong with the form. */
  hidden?: readonly Path<V>[];
  /** A field that is gone is sent no more. */
  shouldUnregister?: boolean;
}

export type FieldProps = UseFormRegisterReturn & { readonly error: string | undefined };

type FieldOptions<V extends FieldValues> = RegisterOptions<V> & {
  /** Shows what is wrong with all of this: a field that is one of several languages', or of a list's. */
  errorOf?: string;
};

/** A form over the contract: checked by its schema, in its words, as the server would; sent once it is right. */
export function useForm<V extends FieldValues, O extends FieldValues, I = V>(asked: Asked<V, I, O>) {
  const { schema, values, read, send, refused, hidden = [] } = asked;
  const { mode = "onTouched", shouldUnregister = false } = asked;
  const { i18n } = useTranslation();
  const textOf = useErrorText();
  const options: UseFormProps<V, unknown, O> = {
    resolver: checkedBy(schema, i18n.language, read),
    mode,
    shouldUnregister,
    // All of the values are given.
    defaultValues: values as DefaultValues<V>,
  };
  const form = useHookForm<V, unknown, O>(options);
  const { register, handleSubmit, setError, setValue, getValues, reset, formState } = form;
  const { errors, isSubmitting, isDirty } = formState;

  const submit = handleSubmit(async (body) => {
    try {
      await send(body, structuredClone(getValues()));
    } catch (error) {
      if (await refused?.(error)) return;
      const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
      // On a phone what is wrong may have been scrolled away.
      for (const [index, [field, message]] of fields.entries())
        setError(field as Path<V>, { type: "server", message }, { shouldFocus: index === 0 });
      if (fields.length === 0) setError("root", { type: "server", message: textOf(error) });
    }
  });

  return {
    ...form,
    submit,
    isSubmitting,
    isDirty,
    /** What is wrong with no field alone. */
    failure: ["root", "", ...hidden].map((name) => messageOf(get(errors, name))).find(Boolean),
    /** What is wrong with a field, for what is none of the kit's. */
    errorOf: (name: Path<V>): string | undefined => messageOf(get(errors, name)),
    /** What a field of the kit takes. */
    field: (name: Path<V>, { errorOf: of = name, ...how }: FieldOptions<V> = {}): FieldProps => ({
      ...register(name, how as RegisterOptions<V>),
      error: messageOf(get(errors, of)),
    }),
    /** Fills the form with what was saved. What was typed since it was sent stands, and is not saved yet. */
    settle(saved: V, sent: V): void {
      const typed = structuredClone(getValues());
      reset(saved);
      for (const name of Object.keys(sent) as Path<V>[])
        if (JSON.stringify(typed[name]) !== JSON.stringify(sent[name]))
          setValue(name, typed[name], { shouldDirty: true });
    },
  };
}

/** Parts of a form that hold fields of theirs take this of it. */
export type FormOf<V extends FieldValues> = ReturnType<typeof useForm<V, FieldValues, V>>;

function checkedBy<V extends FieldValues, I, O extends FieldValues>(
  load: () => Promise<z.ZodType<O, I>>,
  language: string,
  read: ((values: V) => I) | undefined,
): Resolver<V, unknown, O> {
  return async (values) => {
    const schema = await load();
    const parsed = schema.safeParse(read ? read(values) : values);
    if (parsed.success) return { values: parsed.data, errors: {} };
    const texts = fieldTexts(parsed.error.issues, isLanguage(language) ? language : "en");
    const errors: FieldErrors<V> = {};
    for (const [field, message] of Object.entries(texts)) set(errors, field, { type: "schema", message });
    return { values: {}, errors };
  };
}

/** The first text of an error, or of those of the fields in it. */
function messageOf(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  if ("message" in error && typeof error.message === "string") return error.message;
  for (const [name, part] of Object.entries(error)) {
    const message = name === "ref" ? undefined : messageOf(part);
    if (message !== undefined) return message;
  }
  return undefined;
}

interface Props extends Omit<ComponentProps<"form">, "onSubmit"> {
  form: {
    readonly submit: (event?: SubmitEvent<HTMLFormElement>) => Promise<void>;
    readonly failure: string | undefined;
  };
  /** Below what is wrong with it. */
  actions: ReactNode;
}

/** The form itself: its fields, what is wrong with it, and its buttons. */
export function Form({ form, actions, className = "", children, ...props }: Props) {
  return (
    <form
      // Before React is there the browser sends it, and not in the address.
      method="post"
      {...props}
      className={`${styles.form} ${className}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // A dialog stands in the page's own form, as React sees it.
        event.stopPropagation();
        void form.submit(event);
      }}
    >
      {children}
      <Failure>{form.failure}</Failure>
      {actions}
    </form>
  );
}

/** Why what was asked for was not done. */
export function Failure({ children }: { children: ReactNode }) {
  return (
    children && (
      <p className={styles.failure} role="alert">
        {children}
      </p>
    )
  );
}
