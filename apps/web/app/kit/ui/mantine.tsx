import "@mantine/core/styles/global.layer.css";
import "./mantine-base.css";
import "./mantine.css";
import {
  createTheme,
  type MantineColorSchemeManager,
  MantineProvider,
  type VariantColorsResolver,
} from "@mantine/core";
import type { ReactNode } from "react";
import { chooseTheme, chosenTheme } from "../theme.ts";

/** Indigo for the primary action and for what is selected, red for what destroys, paper for everything else. */
const variantColors: VariantColorsResolver = ({ variant }) => {
  const none = "1px solid transparent";
  switch (variant) {
    case "filled":
      return {
        background: "var(--indigo-fill)",
        hover: "var(--indigo-fill-hover)",
        color: "var(--on-fill)",
        border: none,
      };
    case "danger":
      return {
        background: "var(--danger-fill)",
        hover: "var(--danger-fill-hover)",
        color: "var(--on-fill)",
        border: none,
      };
    case "light":
      return {
        background: "var(--indigo-soft)",
        hover: "var(--hover)",
        color: "var(--indigo-text)",
        border: none,
      };
    case "subtle":
      return {
        background: "transparent",
        hover: "var(--hover)",
        color: "var(--muted)",
        hoverColor: "var(--ink)",
        border: none,
      };
    default:
      return {
        background: "var(--surface)",
        hover: "var(--hover)",
        color: "var(--ink)",
        border: "1px solid var(--line-strong)",
      };
  }
};

/** Beside what opens it, not at the end of the page: there it would belong to no part of it. */
const inPlace = { withinPortal: false, floatingStrategy: "fixed" } as const;

/** Where there is room for it neither below its button nor above, over the button: on a phone on its side. */
const intoSight = {
  shift: { crossAxis: true, limiter: { fn: ({ x, y }: { x: number; y: number }) => ({ x, y }) } },
};

const theme = createTheme({
  variantColorResolver: variantColors,
  respectReducedMotion: true,
  cursorType: "pointer",
  defaultRadius: "var(--radius-control)",
  components: {
    Menu: {
      defaultProps: {
        ...inPlace,
        middlewares: intoSight,
        transitionProps: { duration: 120 },
        withInitialFocusPlaceholder: false,
      },
    },
    Modal: {
      defaultProps: { centered: true, radius: "var(--radius-card)", transitionProps: { duration: 160 } },
    },
  },
});

/** The server has put the choice on <html> by the same cookie. */
const schemes: MantineColorSchemeManager = {
  get: (fallback) => (typeof document === "undefined" ? null : chosenTheme(document.cookie)) ?? fallback,
  set: (scheme) => chooseTheme(scheme === "auto" ? null : scheme),
  clear: () => chooseTheme(null),
  subscribe: () => undefined,
  unsubscribe: () => undefined,
};

/** What Mantine's components need around them, themed to the tokens. The public site goes without. */
export function Components({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={schemes}
      withCssVariables={false}
    >
      {children}
    </MantineProvider>
  );
}
