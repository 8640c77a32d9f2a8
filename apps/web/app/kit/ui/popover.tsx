import "@mantine/core/styles/Popover.layer.css";
import { Popover as Base, type PopoverProps } from "@mantine/core";
import { useLayer } from "../layers.ts";

interface KitPopoverProps extends PopoverProps {
  opened: boolean;
  onChange: (opened: boolean) => void;
}

/** A popover with a button. Its parts are `Popover.Target` and `Popover.Dropdown`. The focus moves into it. */
export function Popover({ opened, onChange, ...props }: KitPopoverProps) {
  useLayer(opened, () => onChange(false));
  return <Base {...props} opened={opened} onChange={onChange} closeOnEscape={false} withinPortal trapFocus />;
}
Popover.Target = Base.Target;
Popover.Dropdown = Base.Dropdown;
