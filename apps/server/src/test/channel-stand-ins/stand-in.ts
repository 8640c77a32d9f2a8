import type { StandInClock } from "./clock.ts";
import type { Failure, ReceivedCall, ServedFiles } from "./platform-server.ts";
import type { Webhooks } from "./webhooks.ts";

// The types that the stand-ins of all platforms share, so that the same tests run for each platform.

export interface StandInPage {
  readonly id: string;
  readonly name: string;
}

export interface StandInButton {
  readonly title: string;
  /** The text that a press of the button sends. Null: the button opens `address`. */
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
  /** How many times the platform sends the same event of the customer. Default: once. */
  readonly repeat?: number;
}

/**
 * A person who writes to a page. Each method sends an event to the server. It resolves when the server has answered the
 * event with 200, and throws if the server never answers with 200.
 */
export interface Customer {
  readonly id: string;
  readonly pageId: string;
  readonly name: string;
  /** The URL of the person's picture on the platform. Null: the person has no picture. */
  picture: string | null;
  readonly messages: readonly StandInMessage[];
  write(text: string, options?: WriteOptions): Promise<void>;
  /**
   * Presses a button that the page has sent: the newest button with this title or payload. Throws if no such button
   * exists.
   */
  press(titleOrPayload: string, options?: WriteOptions): Promise<void>;
  sendImage(url: string, options?: WriteOptions): Promise<void>;
  sendVideo(url: string): Promise<void>;
  sendAudio(url: string): Promise<void>;
  sendFile(url: string, name: string): Promise<void>;
  sendSticker(url: string): Promise<void>;
  sendLocation(latitude: number, longitude: number, name?: string): Promise<void>;
  /** Follows the page. Messenger has no followers, so there `follow` ends a block of the page. */
  follow(): Promise<void>;
  unfollow(): Promise<void>;
  /** Marks all messages that the page has sent as seen by the customer. */
  seen(): Promise<void>;
  /** Sends an answer that the page's staff write in the platform's own app, outside of Kakehashi. */
  answerInPlatformApp(text: string): Promise<void>;
  sendImageInPlatformApp(url: string): Promise<void>;
}

export interface StandIn {
  /** The URL of the stand-in's API, without a trailing slash. */
  readonly url: string;
  readonly clock: StandInClock;
  readonly webhooks: Webhooks;
  /** The calls that the stand-in's API has received, oldest first. */
  readonly calls: readonly ReceivedCall[];
  readonly pages: readonly StandInPage[];
  readonly customers: readonly Customer[];
  /** The environment variables with which a server connects to this stand-in. */
  readonly variables: Readonly<Record<string, string>>;
  addPage(name: string): StandInPage;
  addCustomer(pageId: string, name: string): Customer;
  /** Serves files that customers send, by the path of their URL. The URLs have the same origin as the API. */
  serveFiles(files: ServedFiles): void;
  /**
   * Opens the consent page as a person who allows access or refuses it. Returns the address to which the platform
   * redirects.
   */
  consent(address: string, choice?: { pageIds?: readonly string[]; deny?: boolean }): Promise<URL>;
  /** Issues tokens of a page without the consent page. */
  issueTokens(pageId: string): { accessToken: string; refreshToken: string | null };
  /** Lets the page's access tokens expire now. */
  expireToken(pageId: string): void;
  /** Revokes the permission to act for the page, as the page's owner can do. */
  revokePermission(pageId: string): void;
  /** Makes the next call of the stand-in's API fail in this way. */
  failNextCall(failure: Failure): void;
  /** Sets how many messages a page may send in a number of milliseconds. Null: no limit. */
  limitRate(limit: { readonly messages: number; readonly periodMs: number } | null): void;
  close(): Promise<void>;
}
