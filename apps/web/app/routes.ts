import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

import { siteRoutes } from "./routes/site/routes.ts";

export default [
  ...siteRoutes,
  route("test", "routes/site/test.tsx"),
  layout("routes/account/layout.tsx", [
    route("login", "routes/account/login.tsx"),
    route("login/two-step", "routes/account/two-step.tsx"),
    route("login/done", "routes/account/login-done.tsx"),
    route("register", "routes/account/register.tsx"),
    route("register/confirm", "routes/account/register-confirm.tsx"),
    route("password/forgot", "routes/account/password-forgot.tsx"),
    route("password/reset", "routes/account/password-reset.tsx"),
    route("email/change", "routes/account/email-change.tsx"),
    route("role", "routes/account/role.tsx"),
    route("type_account", "routes/account/type-account.tsx"),
    route("working_language", "routes/account/working-language.tsx"),
  ]),
  layout("routes/workspace/layout.tsx", [
    route("home", "routes/workspace/home.tsx"),
    route("help", "routes/workspace/help.tsx", [
      index("routes/workspace/help-start.tsx"),
      route("service", "routes/workspace/help-service.tsx"),
      route("price", "routes/workspace/help-price.tsx"),
      route("blog", "routes/workspace/help-blog.tsx"),
      route("blog/:slug", "routes/workspace/help-post.tsx"),
      route("contact", "routes/workspace/help-contact.tsx"),
    ]),
    route("invite/:id", "routes/workspace/invite.tsx"),
    route("profile", "routes/workspace/profile.tsx"),
    route("profile/:userId", "routes/workspace/person.tsx"),
    route("settings", "routes/workspace/settings.tsx"),
    route("blog/select", "routes/workspace/written-posts.tsx"),
    route("admin/posts/:id", "routes/workspace/post-editor.tsx"),
    route("admin/contacts/:id", "routes/workspace/contact-message.tsx"),
    route("admin/:section?", "routes/workspace/admin.tsx"),
    route("notifications", "routes/workspace/notifications.tsx"),
    route("translations/:id?", "routes/workspace/translations.tsx"),
    route("threads", "routes/workspace/threads.tsx"),
    route("bookmarks", "routes/workspace/bookmarks.tsx"),
    route("files", "routes/workspace/files.tsx"),
    route("drive", "routes/workspace/drive.tsx"),
    route("search", "routes/workspace/search.tsx"),
    route("*", "routes/workspace/missing.tsx"),
    route("chat", "routes/workspace/chat.tsx", [
      index("routes/workspace/chat-start.tsx"),
      route(":conversationId", "routes/workspace/conversation.tsx"),
    ]),
  ]),
] satisfies RouteConfig;
