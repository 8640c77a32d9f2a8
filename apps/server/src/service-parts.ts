import type { IssuerOptions } from "./features/auth/issuer.ts";
import type { Quotas } from "./features/files/quota.ts";
import type { Transport } from "./features/mail/transport.ts";
import type { Clock } from "./features/presence/clock.ts";
import type { SendPush } from "./features/push/send.ts";
import type { Bus } from "./kit/bus.ts";
import type { Database } from "./kit/db/database.ts";
import type { TrustsProxy } from "./kit/http/network.ts";
import type { Jobs } from "./kit/jobs.ts";
import type { Storage } from "./kit/storage/storage.ts";

/** What the features are given from outside: by `main.ts`, or by a test. */
export interface ServiceParts {
  db: Database;
  bus: Bus;
  jobs: Jobs;
  transport: Transport;
  storage: Storage;
  /** What arrives is kept here until it is whole. */
  dataDir: string;
  /** What tokens are signed and secrets are sealed with: the newest first, at least one. */
  secretKeys: readonly string[];
  /** Bytes of files that one person, and everybody together, may store. */
  storageQuotas: Quotas;
  /** Whether linked pages are read; a function says which addresses may be, instead of the open internet's. */
  linkPreviews: boolean | ((address: string, port: number) => boolean);
  /** Whom one can sign in through besides. */
  google?: IssuerOptions | null;
  /** Brings push messages somewhere else than to the push services. */
  sendPush?: SendPush;
  /** Without a trailing slash. */
  publicUrl: string;
  /** Which peers are proxies that say truly who calls. */
  trustsProxy: TrustsProxy;
  /** Tests send more in a second than people in a minute. */
  rateLimits?: boolean;
  /** Multiplies every limit of how often a person may do something. */
  callLimitsFactor?: number;
  /** Tests of who comes and goes have no minutes to wait. */
  presenceClock?: Clock;
}
