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
  };

export function Button({ kind = "plain", type = "button", ...rest }: Props) {
  return <Base {...rest} type={type} variant={variants[kind]} classNames={styles} />;
}
