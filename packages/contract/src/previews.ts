import { z } from "zod";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";

/** Maximum links with a preview in one message. */
export const maximumPreviewsPerMessage = 3;

/** Maximum characters of a link with a preview, in the URL form that browsers use. */
export const maximumPreviewLinkLength = 2_000;

/** The preview of a linked page: the page's title, description and picture, as the server fetched them. */
export const linkPreviewSchema = z
  .object({
    url: z.string().max(maximumPreviewLinkLength),
    title: z.string().max(400),
    description: z.string().max(800).nullable(),
    site_name: z.string().max(300),
    /**
     * A small copy of the linked page's picture. This site stores it, so that readers' browsers do not contact the
     * linked site.
     */
    image: z.object({ id: idSchema, width: z.number().int(), height: z.number().int() }).nullable(),
  })
  .meta({ id: "LinkPreview" });
export type LinkPreview = z.infer<typeof linkPreviewSchema>;

/** Returns the URL path of a preview's picture, for `src`. */
export const createPreviewImagePath = (id: string) => `/api/previews/${id}`;

export const downloadPreviewImage = endpoint({
  method: "GET",
  path: "/previews/:id",
  guard: "signed-in",
  limit: limits.picture,
  answerFormats: ["bytes"],
  summary: "Returns the picture of a link preview (webp).",
  params: z.strictObject({ id: idSchema }),
  data: z.object({}),
});
