import type { IDToken, Configuration as Issuer } from "openid-client";

/** Whom one can sign in through, by OpenID Connect. */
export interface IssuerOptions {
  /** Its identifier; everything else is in its discovery document. */
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** What belongs to one way there and back. */
export interface Flow {
  state: string;
  nonce: string;
  code_verifier: string;
}

/** What the issuer says of somebody. */
export interface Claims {
  subject: string;
  email: string | undefined;
  emailVerified: boolean;
  /** The organisation's domain whose accounts the issuer manages; none for a personal account. */
  hostedDomain: string | undefined;
  name: string | undefined;
}

/** The issuer could not be asked, or does not answer as one. */
export class IssuerUnreachable extends Error {}

/** Milliseconds that a discovery document is believed. */
const trust = 60 * 60 * 1000;
/** Seconds to wait for the issuer: somebody waits for us. */
const patience = 5;

/** Loaded where it is used: most installations and most sign-ins do without. */
const library = () => import("openid-client");

const textOf = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);

/** What `fetch` throws without an answer, and the library after its patience. */
function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? error.code : undefined;
  return error.message === "fetch failed" || error.name === "TimeoutError" || code === "OAUTH_TIMEOUT";
}

export function createIssuer({ issuer, clientId, clientSecret }: IssuerOptions, redirectUri: string) {
  let known: { since: number; found: Promise<Issuer> } | undefined;

  async function discover(): Promise<Issuer> {
    const client = await library();
    const server = new URL(issuer);
    return client.discovery(server, clientId, clientSecret, undefined, {
      timeout: patience,
      // Signatures are checked though the token came straight from the issuer: its connection is not all that vouches.
      execute: [
        client.enableNonRepudiationChecks,
        // The configuration allows that on this machine alone.
        ...(server.protocol === "http:" ? [client.allowInsecureRequests] : []),
      ],
    });
  }

  function current(): Promise<Issuer> {
    if (known && Date.now() - known.since < trust) return known.found;
    const entry = { since: Date.now(), found: discover() };
    known = entry;
    entry.found.catch(() => {
      if (known === entry) known = undefined;
    });
    return entry.found.catch((cause: unknown) => {
      throw new IssuerUnreachable("The issuer's discovery document cannot be read.", { cause });
    });
  }

  return {
    /** The address that the browser is sent to, and what is kept until it is back. */
    async begin(): Promise<Flow & { address: string }> {
      const config = await current();
      const client = await library();
      const flow = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        code_verifier: client.randomPKCECodeVerifier(),
      };
      const address = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: "openid email profile",
        code_challenge: await client.calculatePKCECodeChallenge(flow.code_verifier),
        code_challenge_method: "S256",
        state: flow.state,
        nonce: flow.nonce,
        prompt: "select_account",
      });
      return { ...flow, address: address.href };
    },

    /** Trades what the browser brought back for who came. Throws for anything that is not the issuer's own word. */
    async finish(flow: Flow, brought: URLSearchParams): Promise<Claims> {
      const config = await current();
      const client = await library();
      const address = new URL(`${redirectUri}?${brought}`);
      const tokens = await client
        .authorizationCodeGrant(config, address, {
          expectedState: flow.state,
          expectedNonce: flow.nonce,
          pkceCodeVerifier: flow.code_verifier,
          idTokenExpected: true,
        })
        .catch((cause: unknown) => {
          throw isUnreachable(cause)
            ? new IssuerUnreachable("The issuer does not answer.", { cause })
            : cause;
        });
      const token = tokens.claims();
      if (!token) throw new Error("The issuer sent no ID token.");
      let said: Partial<IDToken> = token;
      // Not every issuer puts the address into the token itself.
      if (said.email === undefined && config.serverMetadata().userinfo_endpoint)
        said = await client.fetchUserInfo(config, tokens.access_token, token.sub);
      return {
        subject: token.sub,
        email: textOf(said.email),
        emailVerified: said.email_verified === true || said.email_verified === "true",
        // Only from the signed token: it decides whose word the address is.
        hostedDomain: textOf(token.hd)?.toLowerCase(),
        name: textOf(said.name),
      };
    },
  };
}
