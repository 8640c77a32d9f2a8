import type { StandInClock } from "./clock.ts";
import type { PlannedFailure, ReceivedCall, ServedFiles } from "./platform-server.ts";
import type { WebhookSender } from "./webhooks.ts";

// The types of the stand-ins (fake platforms). All platforms have the same types, so that the same tests run for each
// platform.

export interface StandInPage {
  readonly id: string;
  readonly name: string;
}

export interface StandInButton {
  readonly title: string;
  /**
   * What the button sends to the app when the customer presses it. Null: the button opens the URL `address` instead.
   */
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
  /** How many copies of the event the platform sends to the webhook. Default: one. */
  readonly eventCopyCount?: number;
}

/**
 * A person who writes to a page. Each method sends an event to the server's webhook, except `follow` and `unfollow` on
 * Messenger. The method resolves when the server responds with 200. It throws if the server never does.
 */
export interface StandInCustomer {
  readonly id: string;
  readonly pageId: string;
  readonly name: string;
  /** The URL of the person's picture on the platform. Null: the person has no picture. */
  picture: string | null;
  readonly conversationMessages: readonly StandInMessage[];
  write(text: string, options?: WriteOptions): Promise<void>;
  /** Finds the buttons with this title or payload that the page has sent, and presses the newest one. Throws if there is no such button. */
  press(titleOrPayload: string, options?: WriteOptions): Promise<void>;
  sendImage(url: string, options?: WriteOptions): Promise<void>;
  sendVideo(url: string): Promise<void>;
  sendAudio(url: string): Promise<void>;
  sendFile(url: string, name: string): Promise<void>;
  sendSticker(url: string): Promise<void>;
  sendLocation(latitude: number, longitude: number, name?: string): Promise<void>;
  /** Follows the page. Messenger has no followers, so on Messenger `follow` unblocks the page. */
  follow(): Promise<void>;
  unfollow(): Promise<void>;
  /** Marks all messages from the page as seen by the customer. */
  markAllSeen(): Promise<void>;
  /** Sends a reply that the page's staff have written in the platform's own app, outside of Kakehashi. */
  answerInPlatformApp(text: string): Promise<void>;
  answerWithImageInApp(url: string): Promise<void>;
}

export interface StandIn {
  /** The URL of the stand-in's API, without a trailing slash. */
  readonly url: string;
  readonly clock: StandInClock;
  readonly webhookSender: WebhookSender;
  /** The requests that the stand-in's API has received, oldest first. */
  readonly calls: readonly ReceivedCall[];
  readonly pages: readonly StandInPage[];
  readonly customers: readonly StandInCustomer[];
  /** The environment variables with which a server connects to this stand-in. */
  readonly environmentVariables: Readonly<Record<string, string>>;
  addPage(name: string): StandInPage;
  addCustomer(pageId: string, name: string): StandInCustomer;
  /**
   * Makes files that customers send available for download, each at its path. The URLs have the same origin as the API.
   */
  serveFiles(files: ServedFiles): void;
  /**
   * Opens the consent page as a person who allows or refuses access. Returns the URL to which the platform redirects.
   */
  submitConsent(address: string, choice?: { pageIds?: readonly string[]; deny?: boolean }): Promise<URL>;
  /** Issues tokens of a page at once, without the consent page. */
  issueTokens(pageId: string): { accessToken: string; refreshToken: string | null };
  /** Makes the page's access tokens expire now. */
  expireToken(pageId: string): void;
  /** Revokes the app's permission to act for the page, as the page's owner can do. */
  revokePermission(pageId: string): void;
  /** Makes the next request to the stand-in's API fail, in the way that `failure` describes. */
  failNextCall(failure: PlannedFailure): void;
  /** Limits how many messages a page may send within `periodMs` milliseconds. Null: no limit. */
  limitMessageRate(limit: { readonly messages: number; readonly periodMs: number } | null): void;
  close(): Promise<void>;
}
