import "@mantine/core/styles/Button.layer.css";
import { Button as Base, type ButtonProps as BaseProps } from "@mantine/core";
import type { ComponentPropsWithRef } from "react";
import styles from "./button.module.css";

const variants = {
  primary: "filled",
  plain: "default",
  chosen: "light",
  quiet: "subtle",
  danger: "danger",
} as const;

type Props = Omit<BaseProps, "variant" | "color"> &
  Omit<ComponentPropsWithRef<"button">, keyof BaseProps> & {
    /** `primary` is the one main action of a view. `danger` is an action that destroys, blocks or closes. */
    kind?: keyof typeof variants;
    /** Whether each press of a double click counts, as for the next page. */
    countsEachPress?: boolean;
  };

/**
 * A double click presses it once: the second press would take a step twice, or press the button that stands there
 * after the step.
 */
export function Button({ kind = "plain", type = "button", countsEachPress, onClick, ...rest }: Props) {
  return (
    <Base
      {...rest}
      type={type}
      variant={variants[kind]}
      classNames={styles}
      onClick={(event) => {
        if (event.detail < 2 || countsEachPress) onClick?.(event);
        // So that a form is not sent either.
        else event.preventDefault();
      }}
    />
  );
}
