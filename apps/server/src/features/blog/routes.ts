import {
  createPost,
  deletePost,
  getPost,
  getWrittenPost,
  listPosts,
  listWrittenPosts,
  previewPost,
  updatePost,
} from "@kakehashi/contract/blog";
import type { PageMeta } from "@kakehashi/contract/kit/page";
import type { Route } from "../../kit/http/route.ts";
import type { Blog } from "./service.ts";

function pageOf({ page, paging }: { page: number; paging: number }, total: number): PageMeta {
  return { page, paging, total, has_more: page * paging < total };
}

export function blogRoutes(route: Route, blog: Blog): void {
  route(listPosts, async (_, { query }) => {
    const { posts, total } = await blog.list(query);
    return { data: posts, meta: pageOf(query, total) };
  });
  route(getPost, async (_, { params, query }) => ({ data: await blog.find(params.slug, query.language) }));
  route(listWrittenPosts, async (_, { query }) => {
    const { posts, total } = await blog.listWritten(query);
    return { data: posts, meta: pageOf(query, total) };
  });
  route(getWrittenPost, async (_, { params }) => ({ data: await blog.written(params.id) }));
  route(createPost, async (_, { body }) => ({ data: await blog.create(body) }));
  route(updatePost, async (_, { params, body }) => ({ data: await blog.update(params.id, body) }));
  route(deletePost, async (_, { params }) => {
    await blog.remove(params.id);
    return { data: {} };
  });
  route(previewPost, async (_, { body }) => ({ data: blog.preview(body.source) }));
}
