import { type ReactNode, use } from "react";
import {
  data,
  isRouteErrorResponse,
  Links,
  type LinksFunction,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useRouteError,
} from "react-router";
import { useTranslation } from "./i18n/use-translation.tsx";
import "./kit/ui/layers.css";
import "./kit/ui/tokens.css";
import "./kit/ui/base.css";
import type { Route } from "./+types/root.ts";
import { createBrowserGuard, createServerGuard } from "./features/auth/page-guard.ts";
import { requiredNamespacesOf, runsReact } from "./kit/page.ts";
import { ErrorPage } from "./kit/ui/error-page.tsx";
import { listPreloadedFonts } from "./kit/ui/fonts.ts";
import { PageVisitReactContext, pageVisitRouterContext } from "./kit/visit.ts";
import { findGuards } from "./routes/guards.ts";

/**
 * If the request was refused, throws its HTTP status, so that the error page is rendered. A refused request matches no
 * route.
 */
const throwIfRefused: Route.MiddlewareFunction = ({ context }) => {
  const { refusalStatus } = context.get(pageVisitRouterContext);
  if (refusalStatus !== null) throw data(null, { status: refusalStatus });
};

export const middleware: Route.MiddlewareFunction[] = [throwIfRefused, createServerGuard(findGuards)];
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [createBrowserGuard(findGuards)];

export const links: LinksFunction = () => [
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "icon", href: "/favicon-32.png", type: "image/png", sizes: "32x32" },
  { rel: "icon", href: "/favicon-16.png", type: "image/png", sizes: "16x16" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
];

/**
 * Tells Mantine, the component library, whether the colours are light or dark. The script runs before the first paint,
 * because otherwise the page would flash.
 */
const colourSchemeScript = `(d=>{d.mantineColorScheme=d.theme||(matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light")})(document.documentElement.dataset)`;

/**
 * If somebody presses Enter in a form before React runs, marks the form. The browser itself does not submit it, because
 * its button is disabled. `kit/typed-early.ts` submits it later.
 */
const earlySubmitScript = `addEventListener("keydown",onEarlyEnter=({key,isComposing,target:{form}})=>{if(form&&key==="Enter"&&!isComposing)form.dataset.enter=""},true)`;

export function Layout({ children }: { children: ReactNode }) {
  const visit = use(PageVisitReactContext);
  const { i18n } = useTranslation();
  const hasFailed = (useRouteError() ?? null) !== null;
  const routeMatches = useMatches();
  const isHydrated = runsReact(routeMatches) && !hasFailed;
  const lazyTextNames = requiredNamespacesOf(routeMatches).join(" ");
  return (
    <html
      lang={i18n.language}
      data-theme={visit?.theme ?? undefined}
      data-texts={lazyTextNames || undefined}
      data-signed-in={visit ? visit.visitor !== null : undefined}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, interactive-widget=resizes-content"
        />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#fbfaf7" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#141725" media="(prefers-color-scheme: dark)" />
        {listPreloadedFonts(i18n.language).map((href) => (
          <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="anonymous" />
        ))}
        {/* The Content-Security-Policy allows style sheets by their origin, so they need no nonce. With a nonce,
            React would report a hydration mismatch, because browsers hide nonces from scripts. */}
        <Links nonce="" />
        {isHydrated && (
          <script nonce={visit?.nonce} suppressHydrationWarning>
            {`${colourSchemeScript};${earlySubmitScript}`}
          </script>
        )}
      </head>
      <body>
        {children}
        {isHydrated && (
          <>
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  const { pathname } = useLocation();
  const refusalStatus = use(PageVisitReactContext)?.refusalStatus;
  const status = refusalStatus ?? (isRouteErrorResponse(error) ? error.status : 500);
  const detail = import.meta.env.DEV && error instanceof Error ? error.stack : undefined;
  return <ErrorPage status={status} path={pathname} detail={detail} />;
}
