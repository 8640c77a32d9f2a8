import { z } from "zod";

/** The best rating of a chat. The worst rating is 1. */
export const bestRating = 5;
/** Maximum UTF-16 code units of the comment to a rating. */
export const maximumRatingCommentLength = 1_000;
/** Visitors are asked to rate a closed chat until this many days after its end. */
export const ratingRequestDays = 7;

export const ratingSchema = z.number().int().min(1).max(bestRating);

/** A visitor's rating of a closed chat. `comment` is null if the visitor wrote none. */
export const livechatRatingSchema = z
  .object({ rating: ratingSchema, comment: z.string().max(maximumRatingCommentLength).nullable() })
  .meta({ id: "LivechatRating" });
export type LivechatRating = z.infer<typeof livechatRatingSchema>;
