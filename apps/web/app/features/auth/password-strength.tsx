import { checkPassword } from "@kakehashi/contract/auth";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../kit/api.ts";

import styles from "./password-strength.module.css";

/** 0 nothing typed, 1 weak, 2 fair, 3 strong: by length, kinds of characters and repetition. A hint, not a rule. */
export function strengthOf(password: string): 0 | 1 | 2 | 3 {
  if (password === "") return 0;
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password)).length;
  const distinct = new Set(password).size;
  if (password.length < 8 || kinds < 3 || distinct < 6) return 1;
  return password.length >= 14 || (password.length >= 11 && kinds === 4) ? 3 : 2;
}

const words = ["strengthWeak", "strengthWeak", "strengthFair", "strengthStrong"] as const;

/** Milliseconds without a key after which the server is asked: it alone has the list of leaked passwords. */
const pauseMs = 400;

export interface Typed {
  email?: string | undefined;
  name?: string | undefined;
}

/** How strong a password is, as one types it. `beside`: what stands in the fields around it. */
export function PasswordStrength({ password, beside }: { password: string; beside: Typed }) {
  const { t } = useTranslation("account");
  const strength = strengthOf(password);
  const { email, name } = beside;
  const typed = useMemo(() => ({ password, email, name }), [password, email, name]);
  const [settled] = useDebouncedValue(typed, pauseMs);
  const { data } = useQuery({
    queryKey: ["password-check", settled],
    queryFn: ({ signal }) => call(checkPassword, { body: settled, signal }),
    // A short one is weak without asking. Where nobody answers, the form says so when it is sent.
    enabled: strengthOf(settled.password) > 1,
    gcTime: 0,
    retry: false,
  });
  if (settled === typed && data?.data.weak) return <Meter strength={1} words={t("strengthGuessed")} />;
  return <Meter strength={strength} words={strength > 0 && t(words[strength])} />;
}

function Meter({ strength, words }: { strength: number; words: string | false }) {
  return (
    <p className={styles.strength} data-strength={strength} aria-live="polite">
      <span className={styles.bar} aria-hidden="true">
        <span />
        <span />
        <span />
      </span>
      {words}
    </p>
  );
}
