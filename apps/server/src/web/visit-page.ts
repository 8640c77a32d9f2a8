import { getVisitedBot } from "@kakehashi/contract/bot-visitors";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { RenderContext } from "./visit.ts";

/**
 * The URLs of the chat panel's script and style sheet. In the chat panel, a visitor writes to a bot. In development the
 * script includes the styles, so `styleUrl` is null.
 */
export interface PanelFiles {
  readonly scriptUrl: string;
  readonly styleUrl: string | null;
}

const htmlEscapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => htmlEscapes[character] ?? character);

/**
 * Returns a Content-Security-Policy. It lists the sites that may embed the page in a frame. The page may load files
 * only from this site, except for pictures in a bot's messages.
 */
const contentSecurityPolicyFor = (sites: readonly string[]) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "connect-src 'self'",
    "img-src 'self' https: data:",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${["'self'", ...sites].join(" ")}`,
  ].join("; ");

const noScriptTexts = {
  en: "Please switch on JavaScript to chat here.",
  vi: "Vui lòng bật JavaScript để trò chuyện tại đây.",
  ja: "チャットを利用するには、JavaScriptを有効にしてください。",
} as const;

/**
 * Sends the page on which a visitor writes to a bot. The page loads only the script of the chat panel. This script does
 * not use React, so the page is small when other sites embed it. Returns false if the bot does not exist.
 */
export async function sendBotPage(
  request: FastifyRequest,
  reply: FastifyReply,
  visit: Pick<RenderContext, "language" | "call">,
  panelFiles: PanelFiles,
): Promise<boolean> {
  const { bot_id } = request.params as { bot_id: string };
  const botAnswer = await visit.call(getVisitedBot, { params: { bot_id } });
  if (!botAnswer.ok && botAnswer.status !== 429) return false;
  reply.code(botAnswer.ok ? 200 : 429);
  const bot = botAnswer.ok
    ? botAnswer.data
    : { id: bot_id, name: "", picture: null, languages: [], sites: [], is_open: false };
  const language = bot.languages.includes(visit.language)
    ? visit.language
    : (bot.languages[0] ?? visit.language);
  const { id, name, picture, languages, is_open: isOpen } = bot;
  const panelData = { id, name, picture, languages, isOpen, language };
  reply.removeHeader("x-frame-options");
  reply.headers({
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": contentSecurityPolicyFor(bot.sites),
    "cache-control": "no-store",
    "cross-origin-resource-policy": "cross-origin",
  });
  await reply.send(`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(bot.name)}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${panelFiles.styleUrl ? `<link rel="stylesheet" href="${panelFiles.styleUrl}">\n` : ""}<script type="module" src="${panelFiles.scriptUrl}"></script>
</head>
<body data-bot="${escapeHtml(JSON.stringify(panelData))}"><noscript>${noScriptTexts[language]}</noscript></body>
</html>
`);
  return true;
}
