import "@mantine/core/styles/ActionIcon.layer.css";
import { ActionIcon, type ActionIconProps } from "@mantine/core";
import type { ComponentPropsWithRef } from "react";
import styles from "./target.module.css";

type IconButtonProps = Omit<ActionIconProps, "variant" | "color"> &
  Omit<ComponentPropsWithRef<"button">, keyof ActionIconProps> & {
    /** The accessible name, also shown as a tooltip. */
    label: string;
    kind?: "primary" | "quiet";
    tooltipSide?: "top" | "right" | "bottom" | "left";
  };

/** A button with only an icon. */
export function IconButton({
  label,
  kind = "quiet",
  tooltipSide = "top",
  type = "button",
  ...otherProps
}: IconButtonProps) {
  return (
    <ActionIcon
      size={36}
      {...otherProps}
      classNames={{ root: styles.target ?? "" }}
      type={type}
      aria-label={label}
      data-tip={label}
      data-tip-side={tooltipSide}
      variant={kind === "primary" ? "filled" : "subtle"}
    />
  );
}
