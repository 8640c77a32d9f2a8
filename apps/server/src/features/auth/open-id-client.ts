import type { IDToken, Configuration as Issuer } from "openid-client";

/** Configuration of an OpenID Connect provider. */
export interface IssuerOptions {
  /** The issuer identifier, a URL. Its discovery document contains all other URLs. */
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** Values that the server stores while the browser signs in at the identity provider. */
export interface PendingIssuerSignIn {
  state: string;
  nonce: string;
  code_verifier: string;
}

/** The claims of the issuer about a person. */
export interface IssuerUserClaims {
  subject: string;
  email: string | undefined;
  emailVerified: boolean;
  /** The Google Workspace domain that manages the account. Undefined for a personal account. */
  hostedDomain: string | undefined;
  name: string | undefined;
}

/** The error for an issuer that cannot be reached or that responds with an error. */
export class IssuerUnreachableError extends Error {}

/** How long a fetched discovery document is reused. */
const metadataLifetimeMs = 60 * 60 * 1000;
/** The timeout of requests to the issuer. It is short, because a person waits for the sign-in page. */
const issuerTimeoutSeconds = 5;

/** The OpenID library is loaded on first use, because most installations have no issuer. */
const loadOpenIdLibrary = () => import("openid-client");

const toNonEmptyString = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);

/**
 * Whether the error means that the issuer did not respond. `fetch` then throws a TypeError, and the OpenID library a
 * timeout error.
 */
function isUnreachableError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? error.code : undefined;
  return error.message === "fetch failed" || error.name === "TimeoutError" || code === "OAUTH_TIMEOUT";
}

export function createOpenIdClient({ issuer, clientId, clientSecret }: IssuerOptions, redirectUri: string) {
  let cachedIssuer: { discoveredAt: number; issuer: Promise<Issuer> } | undefined;

  async function discoverIssuer(): Promise<Issuer> {
    const client = await loadOpenIdLibrary();
    const server = new URL(issuer);
    return client.discovery(server, clientId, clientSecret, undefined, {
      timeout: issuerTimeoutSeconds,
      // By default, the library does not check the signature of an ID token that comes directly from the issuer. This
      // makes it check the signature.
      execute: [
        client.enableNonRepudiationChecks,
        // The configuration allows plain http only for an issuer on the same computer as the server.
        ...(server.protocol === "http:" ? [client.allowInsecureRequests] : []),
      ],
    });
  }

  function loadIssuerConfiguration(): Promise<Issuer> {
    if (cachedIssuer && Date.now() - cachedIssuer.discoveredAt < metadataLifetimeMs)
      return cachedIssuer.issuer;
    const entry = { discoveredAt: Date.now(), issuer: discoverIssuer() };
    cachedIssuer = entry;
    entry.issuer.catch(() => {
      if (cachedIssuer === entry) cachedIssuer = undefined;
    });
    return entry.issuer.catch((cause: unknown) => {
      throw new IssuerUnreachableError("The issuer's discovery document cannot be read.", { cause });
    });
  }

  return {
    /**
     * Returns the URL where the browser signs in at the identity provider, and the values to store until the browser
     * returns.
     */
    async createFlow(): Promise<PendingIssuerSignIn & { authorizationUrl: string }> {
      const config = await loadIssuerConfiguration();
      const client = await loadOpenIdLibrary();
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
      return { ...flow, authorizationUrl: address.href };
    },

    /** Exchanges the issuer's code for the person's claims. Throws if the ID token is not signed by the issuer. */
    async finish(flow: PendingIssuerSignIn, callbackQuery: URLSearchParams): Promise<IssuerUserClaims> {
      const config = await loadIssuerConfiguration();
      const client = await loadOpenIdLibrary();
      const address = new URL(`${redirectUri}?${callbackQuery}`);
      const tokens = await client
        .authorizationCodeGrant(config, address, {
          expectedState: flow.state,
          expectedNonce: flow.nonce,
          pkceCodeVerifier: flow.code_verifier,
          idTokenExpected: true,
        })
        .catch((cause: unknown) => {
          throw isUnreachableError(cause)
            ? new IssuerUnreachableError("The issuer does not answer.", { cause })
            : cause;
        });
      const token = tokens.claims();
      if (!token) throw new Error("The issuer sent no ID token.");
      let userInfo: Partial<IDToken> = token;
      // Some issuers do not put the e-mail address into the ID token, so request it from their userinfo endpoint.
      if (userInfo.email === undefined && config.serverMetadata().userinfo_endpoint)
        userInfo = await client.fetchUserInfo(config, tokens.access_token, token.sub);
      return {
        subject: token.sub,
        email: toNonEmptyString(userInfo.email),
        emailVerified: userInfo.email_verified === true || userInfo.email_verified === "true",
        // Read the domain only from the signed ID token, because the domain decides whether the e-mail address can be
        // trusted.
        hostedDomain: toNonEmptyString(token.hd)?.toLowerCase(),
        name: toNonEmptyString(userInfo.name),
      };
    },
  };
}
