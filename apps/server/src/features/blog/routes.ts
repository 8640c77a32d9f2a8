import {
  createPost,
  deletePost,
  getEditablePost,
  getPost,
  listEditablePosts,
  listPosts,
  previewPost,
  updatePost,
  uploadPostPicture,
} from "@kakehashi/contract/blog";
import { limits } from "@kakehashi/contract/kit/limits";
import type { PageMeta } from "@kakehashi/contract/kit/page";
import type { FastifyInstance } from "fastify";
import { notFound } from "../../kit/errors.ts";
import { createCallLimit } from "../../kit/http/limits.ts";
import { networkOf } from "../../kit/http/network.ts";
import type { DefineRoute } from "../../kit/http/route.ts";
import { withRoutes } from "../../kit/http/with-routes.ts";
import { sendPicture } from "../../kit/pictures.ts";
import { authorOf } from "../audit/service.ts";
import { type Blog, type BlogDependencies, createBlog } from "./service.ts";

function pageMetaOf({ page, paging }: { page: number; paging: number }, total: number): PageMeta {
  return { page, paging, total, has_more: page * paging < total };
}

export function blogRoutes(route: DefineRoute, blog: Blog): void {
  route(listPosts, async (_, { query }) => {
    const { posts, total } = await blog.list(query);
    return { data: posts, meta: pageMetaOf(query, total) };
  });
  route(getPost, async (_, { params, query }) => ({ data: await blog.find(params.slug, query.language) }));
  route(listEditablePosts, async (_, { query }) => {
    const { posts, total } = await blog.listWritten(query);
    return { data: posts, meta: pageMetaOf(query, total) };
  });
  route(getEditablePost, async (_, { params }) => ({ data: await blog.written(params.id) }));
  route(createPost, async (call, { body }) => ({ data: await blog.create(body, authorOf(call)) }));
  route(updatePost, async (call, { params, body }) => ({
    data: await blog.update(params.id, body, authorOf(call)),
  }));
  route(deletePost, async (call, { params }) => {
    await blog.remove(params.id, authorOf(call));
    return { data: {} };
  });
  route(previewPost, async (_, { body }) => ({ data: blog.preview(body.source, body.language) }));
  route(uploadPostPicture, async ({ actor }, { body }) => ({
    data: { address: await blog.addPicture(body as Uint8Array, actor.userId) },
  }));
}

/** Serves the pictures of posts to readers. */
export function registerPictureRoute(http: FastifyInstance, blog: Blog): void {
  const limit = createCallLimit(http, limits.public.perMinute);
  http.get<{ Params: { name: string } }>("/blog/pictures/:name", async (request, reply) => {
    limit(networkOf(request.ip));
    const bytes = await blog.picture(request.params.name);
    if (!bytes) throw notFound();
    return sendPicture(reply, bytes);
  });
}

/** Creates the feature `blog`: its service, and the routes of its API calls. */
export const createBlogFeature = (dependencies: BlogDependencies) =>
  withRoutes(createBlog(dependencies), ({ route, api }, blog) => {
    blogRoutes(route, blog);
    registerPictureRoute(api, blog);
  });
