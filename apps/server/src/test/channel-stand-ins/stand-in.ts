import type { StandInClock } from "./clock.ts";
import type { Failure, ReceivedCall, ServedFiles } from "./platform-server.ts";
import type { Webhooks } from "./webhooks.ts";

// What the stand-ins of all platforms have in common, so that one suite runs over each of them.

export interface StandInPage {
  readonly id: string;
  readonly name: string;
}

export interface StandInButton {
  readonly title: string;
  /** What a press sends. Null: it opens `address`. */
  readonly payload: string | null;
  readonly address: string | null;
}

/** A message in a customer's conversation with a page, as the customer sees it. */
export interface StandInMessage {
  readonly id: string;
  readonly from: "customer" | "page";
  readonly text: string;
  readonly attachments: readonly { readonly type: string; readonly url: string }[];
  readonly buttons: readonly StandInButton[];
  readonly at: number;
  seen: boolean;
}

export interface WriteOptions {
  /** How many times the platform sends the same event. Default: once. */
  readonly repeat?: number;
}

/**
 * A person who writes to a page. Each act returns when the server has answered the event with 200, and throws if it
 * never did.
 */
export interface Customer {
  readonly id: string;
  readonly pageId: string;
  readonly name: string;
  /** The address of the picture that the platform tells. Null: none. */
  picture: string | null;
  readonly messages: readonly StandInMessage[];
  write(text: string, options?: WriteOptions): Promise<void>;
  /** Presses a button that the page has sent: the last one with this title or payload. Throws if there is none. */
  press(titleOrPayload: string, options?: WriteOptions): Promise<void>;
  sendImage(url: string, options?: WriteOptions): Promise<void>;
  sendVideo(url: string): Promise<void>;
  sendAudio(url: string): Promise<void>;
  sendFile(url: string, name: string): Promise<void>;
  sendSticker(url: string): Promise<void>;
  sendLocation(latitude: number, longitude: number, name?: string): Promise<void>;
  /** Messenger knows no followers: there it ends a block. */
  follow(): Promise<void>;
  unfollow(): Promise<void>;
  /** Reads all that the page has sent. */
  seen(): Promise<void>;
  /** The page's staff answer with the platform's own program. */
  answerElsewhere(text: string): Promise<void>;
  sendImageElsewhere(url: string): Promise<void>;
}

export interface StandIn {
  /** The address of the API, without a trailing slash. */
  readonly url: string;
  readonly clock: StandInClock;
  readonly webhooks: Webhooks;
  /** What came to the API, the oldest first. */
  readonly calls: readonly ReceivedCall[];
  readonly pages: readonly StandInPage[];
  readonly customers: readonly Customer[];
  /** The environment variables of a server that speaks with this stand-in. */
  readonly variables: Readonly<Record<string, string>>;
  addPage(name: string): StandInPage;
  addCustomer(pageId: string, name: string): Customer;
  /** The files that customers send, by path. Their addresses are on the origin of the API. */
  serve(files: ServedFiles): void;
  /** A person opens the address of the dialog and allows it, or not. Returns where they are sent back to. */
  consent(address: string, choice?: { pageIds?: readonly string[]; deny?: boolean }): Promise<URL>;
  /** Tokens of a page without the dialog. */
  issueTokens(pageId: string): { accessToken: string; refreshToken: string | null };
  /** The page's access tokens end now. */
  expireToken(pageId: string): void;
  /** The page's owner takes the permission back. */
  revoke(pageId: string): void;
  /** The next call that the API gets fails in this way. */
  failNext(failure: Failure): void;
  /** From now on at most so many messages of a page in so many milliseconds. Null: no limit. */
  limitRate(limit: { readonly messages: number; readonly perMs: number } | null): void;
  close(): Promise<void>;
}
