import { type ReactNode, useRef } from "react";
import { useRestoreEarlyInput } from "../../kit/typed-early.ts";
import { Button } from "../../kit/ui/button.tsx";

interface SubmitButtonProps {
  isSubmitting: boolean;
  /** Whether React has hydrated the page. Before that the button is disabled, because the form cannot be sent yet. */
  isHydrated: boolean;
  children: ReactNode;
}

/** The submit button of an account form. It is as wide as the form. */
export function SubmitButton({ isSubmitting, isHydrated, children }: SubmitButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useRestoreEarlyInput(button, isHydrated);
  return (
    <Button
      ref={button}
      type="submit"
      kind="primary"
      size="md"
      fullWidth
      loading={isSubmitting}
      disabled={!isHydrated}
    >
      {children}
    </Button>
  );
}
