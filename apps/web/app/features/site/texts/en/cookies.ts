export default {
  title: "Cookies",
  description: "Reading this site sets no cookies. Signing in and your own choices need a few, listed here.",
  headline: "Cookies: only what you ask for",
  lead: "Reading this site sets no cookies, and nobody tracks you. That is why no banner asks for your consent.",
  tableTitle: "The cookies that exist",
  name: "Name",
  purpose: "What it is for",
  when: "When it is set",
  life: "How long it stays",
  rows: [
    {
      name: "access_token",
      purpose: "Shows that you are signed in",
      when: "When you sign in",
      life: "60 days, or until you sign out",
    },
    {
      name: "refresh_token",
      purpose: "Renews your session without asking for the password",
      when: "When you sign in",
      life: "60 days, or until you sign out",
    },
    {
      name: "device",
      purpose: "Lets us warn you by mail when somebody signs in from a browser that is not yours",
      when: "When you sign in",
      life: "400 days",
    },
    {
      name: "sign_in_challenge",
      purpose: "Holds your place between the password and the code of the second step",
      when: "When you sign in with a second step",
      life: "Ten minutes",
    },
    {
      name: "identity_flow",
      purpose: "Makes sure that you come back from Google in the browser you left with",
      when: "When you sign in with Google",
      life: "Ten minutes",
    },
    {
      name: "session_lang",
      purpose: "Remembers the language of the menus",
      when: "When you choose one",
      life: "One year",
    },
    {
      name: "theme",
      purpose: "Remembers light or dark colours",
      when: "When you choose one",
      life: "One year",
    },
  ],
  restTitle: "What we do not use",
  rest: [
    "No advertising, no analytics by others, no social-media buttons, no fonts or scripts from other sites.",
    "How often an article is read is counted without a cookie: a reader is turned into a code that cannot be turned back and is thrown away at the end of the day.",
  ],
  manageTitle: "How to remove them",
  manage:
    "Signing out removes what keeps you signed in. Everything else you can delete in your browser's settings; the site goes on working. On https the first five names begin with __Host-, which keeps other sites from setting them.",
} as const;
