import "@mantine/core/styles/Button.layer.css";
import { Button as Base, type ButtonProps as BaseProps } from "@mantine/core";
import type { ComponentPropsWithRef } from "react";
import styles from "./button.module.css";

const variantByKind = {
  primary: "filled",
  plain: "default",
  chosen: "light",
  quiet: "subtle",
  danger: "danger",
} as const;

type ButtonProps = Omit<BaseProps, "variant" | "color"> &
  Omit<ComponentPropsWithRef<"button">, keyof BaseProps> & {
    /** `primary` is the one main action of a view. `danger` is an action that destroys, blocks or closes. */
    kind?: keyof typeof variantByKind;
    /** Whether the second press of a double click counts, too. Useful for a button that shows the next page. */
    countsEachPress?: boolean;
  };

/**
 * A button. A double click counts as one press. Otherwise the second press could repeat the action, or press another
 * button that has appeared at the same place.
 */
export function Button({
  kind = "plain",
  type = "button",
  countsEachPress,
  onClick,
  ...otherProps
}: ButtonProps) {
  return (
    <Base
      {...otherProps}
      type={type}
      variant={variantByKind[kind]}
      classNames={styles}
      onClick={(event) => {
        if (event.detail < 2 || countsEachPress) onClick?.(event);
        // Prevent the default action, because the second press of a double click would submit a form.
        else event.preventDefault();
      }}
    />
  );
}
