import type { IssuerOptions } from "./features/auth/issuer.ts";
import type { ChannelOptions } from "./features/channels/service.ts";
import type { Quotas } from "./features/files/quota.ts";
import type { MachineOptions } from "./features/machine/service.ts";
import type { Transport } from "./features/mail/transport.ts";
import type { Clock } from "./features/presence/clock.ts";
import type { SendPush } from "./features/push/send.ts";
import type { Bus } from "./kit/bus.ts";
import type { Database } from "./kit/db/database.ts";
import type { TrustsProxy } from "./kit/http/network.ts";
import type { Jobs } from "./kit/jobs.ts";
import type { Storage } from "./kit/storage/storage.ts";

/** The features' dependencies, from `main.ts` or from a test. */
export interface ServiceParts {
  db: Database;
  bus: Bus;
  jobs: Jobs;
  transport: Transport;
  storage: Storage;
  /** The folder for uploads until they are complete. */
  dataDir: string;
  /** The keys that sign tokens and encrypt secrets: at least one, newest first. */
  secretKeys: readonly string[];
  /** How many bytes of files one person, and everybody together, may store. */
  storageQuotas: Quotas;
  /**
   * Whether linked pages are read. A function decides which addresses may be read, instead of only public
   * ones.
   */
  linkPreviews: boolean | ((address: string, port: number) => boolean);
  /** The issuer for sign-in besides the password. */
  google?: IssuerOptions | null;
  /** The translation machine. Null: none. Needs the `machine` option of `openDatabase`. */
  machine?: MachineOptions | null;
  /** The outside platforms whose pages can be connected. Null or absent: none of that platform. */
  channels?: ChannelOptions;
  /** For tests: replaces the push services. */
  sendPush?: SendPush;
  /** The address of the site, without a trailing slash. */
  publicUrl: string;
  /** Decides which peers are trusted proxies. */
  trustsProxy: TrustsProxy;
  /** False for tests, which send more in a second than people in a minute. */
  rateLimits?: boolean;
  /** Multiplies every limit on calls. */
  callLimitsFactor?: number;
  /** The most messages a second of one bot's broadcasts. Default: 50. */
  broadcastsPerSecond?: number;
  /** A clock for tests of presence, which cannot wait for minutes. */
  presenceClock?: Clock;
}
