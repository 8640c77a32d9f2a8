import { nameDeleted } from "@kakehashi/contract/deletion";
import type { Endpoint } from "@kakehashi/contract/kit/endpoint";
import { accessTokenCookie } from "@kakehashi/contract/sessions";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { adminRoutes } from "./features/admin/routes.ts";
import { emailChangeRoutes } from "./features/auth/email-change-routes.ts";
import { identityRoutes } from "./features/auth/identity-routes.ts";
import { authRoutes } from "./features/auth/routes.ts";
import { twoStepRoutes } from "./features/auth/two-step-routes.ts";
import { bookmarkRoutes } from "./features/bookmarks/routes.ts";
import { catalogueRoutes } from "./features/catalogue/routes.ts";
import { checklistRoutes } from "./features/checklist/routes.ts";
import { conversationRoutes } from "./features/conversations/routes.ts";
import { draftRoutes } from "./features/drafts/routes.ts";
import { emojiRoutes } from "./features/emojis/routes.ts";
import { resumableRoutes } from "./features/files/resumable.ts";
import { fileRoutes } from "./features/files/routes.ts";
import { invitationRoutes } from "./features/invitations/routes.ts";
import { liveRoutes } from "./features/live/routes.ts";
import { messageRoutes } from "./features/messages/routes.ts";
import { notificationRoutes } from "./features/notifications/routes.ts";
import { pageRoutes } from "./features/pages/routes.ts";
import { previewRoutes } from "./features/previews/routes.ts";
import { avatarRoute, profileRoutes } from "./features/profiles/routes.ts";
import { pushRoutes } from "./features/push/routes.ts";
import { searchRoutes } from "./features/search/routes.ts";
import { threadRoutes } from "./features/threads/routes.ts";
import { userRoutes } from "./features/users/routes.ts";
import { AppError } from "./kit/errors.ts";
import { cookieName } from "./kit/http/cookie-names.ts";
import { refuseOtherMethods } from "./kit/http/methods.ts";
import { languageOf } from "./kit/http/request-call.ts";
import { rewriteAnswers } from "./kit/http/rewrite.ts";
import { createRoute, type Route } from "./kit/http/route.ts";
import type { Services } from "./services.ts";

interface ApiParts {
  services: Services;
  publicUrl: string;
  /** Checks every answer against the contract. */
  checkAnswers: boolean;
}

/** Every feature's calls. Answers their descriptions, in the order in which they were registered. */
export function registerApi(
  api: FastifyInstance,
  { services, publicUrl, checkAnswers }: ApiParts,
): Endpoint[] {
  const endpoints: Endpoint[] = [];
  const secureCookies = publicUrl.startsWith("https:");
  const authenticate = async (request: FastifyRequest) => {
    const shown = shownToken(request, secureCookies);
    if (!shown) return null;
    const identified = services.sessions.identify(shown.token).catch(async (error: unknown) => {
      if (error instanceof AppError && error.code === "ERR.TOK0101")
        await services.auth.recordRefusedToken(shown.token, request.ip);
      throw error;
    });
    const { actor, plainCookies } = await identified;
    return shown.plain && !plainCookies ? null : actor;
  };
  rewriteAnswers(api, (json, request) => nameDeleted(json, languageOf(request)));
  const register = createRoute(api, {
    authenticate,
    onAdminRefused: (request, userId) => services.auth.recordAdminRefused(userId, request.ip),
    secureCookies,
    checkAnswers,
  });
  const route: Route = (endpoint, handle, readMultipart) => {
    endpoints.push(endpoint);
    register(endpoint, handle, readMultipart);
  };
  liveRoutes(route, services.sessions.endpointOf);
  authRoutes(route, services.auth);
  twoStepRoutes(route, services.auth);
  identityRoutes(route, services.auth);
  emailChangeRoutes(route, services.auth);
  userRoutes(route, services.users);
  pageRoutes(route, services.pages);
  notificationRoutes(route, services.notifications);
  catalogueRoutes(route, services.catalogue);
  profileRoutes(route, services.profiles);
  avatarRoute(api, services.profiles);
  adminRoutes(route, services.admin);
  conversationRoutes(route, services.conversations, services.rooms);
  invitationRoutes(route, services.invitations);
  messageRoutes(route, services.messages, services.files);
  fileRoutes(route, services.files);
  searchRoutes(route, services.search);
  previewRoutes(route, services.previews);
  pushRoutes(route, services.push);
  resumableRoutes(api, services.files, authenticate);
  threadRoutes(route, services.threads, services.messages);
  bookmarkRoutes(route, services.bookmarks);
  draftRoutes(route, services.drafts);
  emojiRoutes(route);
  checklistRoutes(route, services.checklist);
  services.leaving.routes(route);
  services.site.routes(route, api);
  refuseOtherMethods(api, endpoints);
  return endpoints;
}

/** A bearer token, or, for what only reads, the cookie: an image or a download cannot carry a header. */
function shownToken(request: FastifyRequest, secure: boolean) {
  const bearer = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
  if (bearer !== undefined) return { token: bearer, plain: false };
  return ["GET", "HEAD"].includes(request.method) ? accessCookie(request.cookies, secure) : null;
}

/** The access token among the cookies. `plain`: from a session of before the names were prefixed. */
export function accessCookie(
  cookies: Readonly<Record<string, string | undefined>>,
  secure: boolean,
): { token: string; plain: boolean } | null {
  const token = cookies[cookieName(accessTokenCookie, secure)];
  if (token) return { token, plain: false };
  const plain = secure ? cookies[accessTokenCookie] : undefined;
  return plain ? { token: plain, plain: true } : null;
}
