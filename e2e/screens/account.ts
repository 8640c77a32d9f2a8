import { always, type Screen } from "./screen.ts";

/** What strangers and newcomers see on their way in. */
export const accountScreens: readonly Screen[] = [
  { name: "login", as: "guest", path: always("/login"), ready: "form button:enabled" },
  {
    name: "login-refused",
    as: "guest",
    path: always("/login"),
    ready: "form button:enabled",
    act: async (page) => {
      await page.fill("input[name=email]", "aiko@");
      await page.locator("form button[type=submit]").click();
      await page.locator("[aria-invalid=true]").first().waitFor();
    },
  },
  {
    name: "login-leaving",
    as: "guest",
    path: always("/login?leaving=2026-12-05T03:00:00Z"),
    ready: "[role=status]",
  },
  { name: "register", as: "guest", path: always("/register"), ready: "form button:enabled", whole: true },
  {
    name: "register-confirm",
    as: "guest",
    path: always("/register/confirm?token=spent"),
    ready: "h1",
  },
  { name: "password-forgot", as: "guest", path: always("/password/forgot"), ready: "form button:enabled" },
  { name: "password-reset", as: "guest", path: always("/password/reset?token=spent"), ready: "h1" },
  { name: "login-two-step", as: "guest", path: always("/login/two-step"), ready: "form button:enabled" },
  {
    name: "login-google-refused",
    as: "guest",
    path: always("/login?google=expired"),
    ready: "form button:enabled",
  },
  { name: "home-signed-out", as: "guest", path: always("/home"), ready: "h1" },
  { name: "not-found", as: "guest", path: always("/nowhere/to/be/found"), ready: "h1" },
  { name: "style-guide", as: "guest", path: always("/test"), ready: "h1", whole: true },
];
