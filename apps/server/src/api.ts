import { deletedMark, deletedName } from "@kakehashi/contract/deletion";
import type { Endpoint } from "@kakehashi/contract/kit/endpoint";
import { accessTokenCookie } from "@kakehashi/contract/sessions";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { adminRoutes } from "./features/admin/routes.ts";
import { identityRoutes } from "./features/auth/identity-routes.ts";
import { authRoutes } from "./features/auth/routes.ts";
import { twoStepRoutes } from "./features/auth/two-step-routes.ts";
import { bookmarkRoutes } from "./features/bookmarks/routes.ts";
import { catalogueRoutes } from "./features/catalogue/routes.ts";
import { conversationRoutes } from "./features/conversations/routes.ts";
import { draftRoutes } from "./features/drafts/routes.ts";
import { emojiRoutes } from "./features/emojis/routes.ts";
import { resumableRoutes } from "./features/files/resumable.ts";
import { fileRoutes } from "./features/files/routes.ts";
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
import { refuseOtherMethods } from "./kit/http/methods.ts";
import { replaceMark } from "./kit/http/names.ts";
import { createRoute, languageOf, type Route } from "./kit/http/route.ts";
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
  const authenticate = async (request: FastifyRequest) => {
    const token = accessTokenOf(request);
    return token === undefined ? null : (await services.sessions.identify(token)).actor;
  };
  replaceMark(api, deletedMark, (request) => deletedName[languageOf(request)]);
  const register = createRoute(api, {
    authenticate,
    secureCookies: publicUrl.startsWith("https:"),
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
  userRoutes(route, services.users);
  pageRoutes(route, services.pages);
  notificationRoutes(route, services.notifications);
  catalogueRoutes(route, services.catalogue);
  profileRoutes(route, services.profiles);
  avatarRoute(api, services.profiles);
  adminRoutes(route, services.admin);
  conversationRoutes(route, services.conversations);
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
  services.leaving.routes(route);
  services.site.routes(route, api);
  refuseOtherMethods(api, endpoints);
  return endpoints;
}

/** A bearer token, or, for what only reads, the cookie: an image or a download cannot carry a header. */
function accessTokenOf(request: FastifyRequest): string | undefined {
  const bearer = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
  return (
    bearer ?? (["GET", "HEAD"].includes(request.method) ? request.cookies[accessTokenCookie] : undefined)
  );
}
