import { getPost, listPosts } from "@kakehashi/contract/blog";
import {
  createPost,
  deletePost,
  getEditablePost,
  listEditablePosts,
  previewPost,
  updatePost,
  uploadPostPicture,
} from "@kakehashi/contract/blog-editing";
import { limits } from "@kakehashi/contract/kit/limits";
import type { PageMeta } from "@kakehashi/contract/kit/page";
import type { FastifyInstance } from "fastify";
import { createNotFoundError } from "../../kit/errors.ts";
import { createCallLimiter } from "../../kit/http/limits.ts";
import { networkOf } from "../../kit/http/network.ts";
import type { DefineRoute } from "../../kit/http/route.ts";
import { withRoutes } from "../../kit/http/with-routes.ts";
import { sendPicture } from "../../kit/pictures.ts";
import { auditAuthorOf } from "../audit/service.ts";
import { type Blog, type BlogDependencies, createBlog } from "./service.ts";

function pageMetaOf({ page, paging }: { page: number; paging: number }, total: number): PageMeta {
  return { page, paging, total, has_more: page * paging < total };
}

export function defineBlogRoutes(route: DefineRoute, blogService: Blog): void {
  route(listPosts, async (_, { query }) => {
    const { posts, total } = await blogService.list(query);
    return { data: posts, meta: pageMetaOf(query, total) };
  });
  route(getPost, async (_, { params, query }) => ({
    data: await blogService.find(params.slug, query.language),
  }));
  route(listEditablePosts, async (_, { query }) => {
    const { posts, total } = await blogService.listWritten(query);
    return { data: posts, meta: pageMetaOf(query, total) };
  });
  route(getEditablePost, async (_, { params }) => ({ data: await blogService.written(params.id) }));
  route(createPost, async (apiCall, { body }) => ({
    data: await blogService.create(body, auditAuthorOf(apiCall)),
  }));
  route(updatePost, async (apiCall, { params, body }) => ({
    data: await blogService.update(params.id, body, auditAuthorOf(apiCall)),
  }));
  route(deletePost, async (apiCall, { params }) => {
    await blogService.remove(params.id, auditAuthorOf(apiCall));
    return { data: {} };
  });
  route(previewPost, async (_, { body }) => ({ data: blogService.preview(body.source, body.language) }));
  route(uploadPostPicture, async ({ actor }, { body }) => ({
    data: { address: await blogService.addPicture(body as Uint8Array, actor.userId) },
  }));
}

/** Serves the pictures of posts to readers. */
export function registerPictureRoute(httpServer: FastifyInstance, blog: Blog): void {
  const limit = createCallLimiter(httpServer, limits.public.perMinute);
  httpServer.get<{ Params: { name: string } }>("/blog/pictures/:name", async (request, reply) => {
    limit(networkOf(request.ip));
    const bytes = await blog.picture(request.params.name);
    if (!bytes) throw createNotFoundError();
    return sendPicture(reply, bytes);
  });
}

/** Creates the feature `blog`: its service, and the routes of its API calls. */
export const createBlogFeature = (dependencies: BlogDependencies) =>
  withRoutes(createBlog(dependencies), ({ route, httpServer }, blog) => {
    defineBlogRoutes(route, blog);
    registerPictureRoute(httpServer, blog);
  });
