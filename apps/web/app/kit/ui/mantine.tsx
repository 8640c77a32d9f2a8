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
import { applyAndStoreTheme, readThemeFromCookies } from "../theme.ts";

/** Indigo is for primary actions and selections, red for destructive actions. All other colours are neutral. */
const resolveVariantColors: VariantColorsResolver = ({ variant }) => {
  const transparentBorder = "1px solid transparent";
  switch (variant) {
    case "filled":
      return {
        background: "var(--indigo-fill)",
        hover: "var(--indigo-fill-hover)",
        color: "var(--on-fill)",
        border: transparentBorder,
      };
    case "danger":
      return {
        background: "var(--danger-fill)",
        hover: "var(--danger-fill-hover)",
        color: "var(--on-fill)",
        border: transparentBorder,
      };
    case "light":
      return {
        background: "var(--indigo-soft)",
        hover: "var(--hover)",
        color: "var(--indigo-text)",
        border: transparentBorder,
      };
    case "subtle":
      return {
        background: "transparent",
        hover: "var(--hover)",
        color: "var(--muted)",
        hoverColor: "var(--ink)",
        border: transparentBorder,
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

/** Render dropdowns beside their buttons. Mantine's default is the end of the page, which belongs to no landmark. */
const dropdownPositionProps = { withinPortal: false, floatingStrategy: "fixed" } as const;

/** A dropdown may cover its button if there is no room above or below it, as on a phone in landscape. */
const dropdownPositionMiddlewares = {
  shift: { crossAxis: true, limiter: { fn: ({ x, y }: { x: number; y: number }) => ({ x, y }) } },
};

const mantineTheme = createTheme({
  variantColorResolver: resolveVariantColors,
  respectReducedMotion: true,
  cursorType: "pointer",
  defaultRadius: "var(--radius-control)",
  components: {
    Menu: {
      defaultProps: {
        ...dropdownPositionProps,
        middlewares: dropdownPositionMiddlewares,
        transitionProps: { duration: 120 },
        withInitialFocusPlaceholder: false,
      },
    },
    Modal: {
      defaultProps: { centered: true, radius: "var(--radius-card)", transitionProps: { duration: 160 } },
    },
  },
});

/** Stores the colour scheme in a cookie, so that the server can set it on the `<html>` element. */
const colourSchemeManager: MantineColorSchemeManager = {
  get: (fallback) =>
    (typeof document === "undefined" ? null : readThemeFromCookies(document.cookie)) ?? fallback,
  set: (colourScheme) => applyAndStoreTheme(colourScheme === "auto" ? null : colourScheme),
  clear: () => applyAndStoreTheme(null),
  subscribe: () => undefined,
  unsubscribe: () => undefined,
};

/** The provider and theme for Mantine components. The public site does not use it. */
export function MantineComponents({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={mantineTheme}
      defaultColorScheme="auto"
      colorSchemeManager={colourSchemeManager}
      withCssVariables={false}
    >
      {children}
    </MantineProvider>
  );
}
