import { accessTokenLifetimeSeconds } from "@kakehashi/contract/sessions";
import { errors, jwtVerify, SignJWT } from "jose";
import { LRUCache } from "lru-cache";
import { AppError } from "../../kit/errors.ts";
import type { DerivedKey, DerivedKeys } from "../../kit/secrets.ts";

export interface TokenClaims {
  userId: string;
  sessionId: string;
  /** When the token expires, in seconds since 1970. */
  expiresAtSeconds: number;
}

const tokenAlgorithm = "HS256";
const tokenIssuer = "kakehashi";
/** The audience of our tokens. A token with another audience, signed by the same keys, is refused. */
const tokenAudience = "kakehashi-api";
/**
 * Number of verified tokens in the cache. A busy client sends the same token thousands of times, and the cache saves
 * the verification.
 */
const maximumCachedTokens = 20_000;

export interface AccessTokens {
  issue(userId: string, sessionId: string): Promise<string>;
  /** Verifies a token. Throws ERR.TOK0102 for an expired token, ERR.TOK0101 for a token that is not ours. */
  verify(token: string): Promise<TokenClaims>;
  /** Returns the claims of one of our tokens, expired or not. Null for any other token. */
  readClaimsIgnoringExpiry(token: string): Promise<TokenClaims | null>;
}

/**
 * Signs tokens with the first of `keys`, and accepts tokens of all of them. So a key can be replaced without signing
 * anybody out.
 */
export function createAccessTokens(keys: DerivedKeys, now: () => number = Date.now): AccessTokens {
  const [newestKey] = keys;
  const verifiedTokens = new LRUCache<string, TokenClaims>({ max: maximumCachedTokens });

  return {
    issue: (userId, sessionId) => {
      const issuedAtSeconds = Math.floor(now() / 1000);
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: tokenAlgorithm, kid: newestKey.id })
        .setIssuer(tokenIssuer)
        .setAudience(tokenAudience)
        .setSubject(userId)
        .setIssuedAt(issuedAtSeconds)
        .setExpirationTime(issuedAtSeconds + accessTokenLifetimeSeconds)
        .sign(newestKey.key);
    },
    async verify(token) {
      const cachedClaims = verifiedTokens.get(token);
      if (cachedClaims) {
        if (cachedClaims.expiresAtSeconds * 1000 > now()) return cachedClaims;
        verifiedTokens.delete(token);
        throw new AppError("ERR.TOK0102");
      }
      const claims = await verifyToken(token, keys, now());
      verifiedTokens.set(token, claims);
      return claims;
    },
    // The library checks the token as if it were 1970, so that no token counts as expired.
    readClaimsIgnoringExpiry: (token) => verifyToken(token, keys, 0).catch(() => null),
  };
}

async function verifyToken(token: string, keys: readonly DerivedKey[], nowMs: number): Promise<TokenClaims> {
  try {
    const findSigningKey = ({ kid }: { kid?: string }) => {
      const newestSigningKey = keys.find(({ id }) => id === kid);
      if (!newestSigningKey) throw new errors.JWSInvalid("Nobody here signed it.");
      return newestSigningKey.key;
    };
    const { payload } = await jwtVerify(token, findSigningKey, {
      algorithms: [tokenAlgorithm],
      issuer: tokenIssuer,
      audience: tokenAudience,
      currentDate: new Date(nowMs),
      requiredClaims: ["sub", "sid", "exp"],
    });
    return {
      userId: String(payload.sub),
      sessionId: String(payload.sid),
      expiresAtSeconds: Number(payload.exp),
    };
  } catch (error) {
    throw new AppError(error instanceof errors.JWTExpired ? "ERR.TOK0102" : "ERR.TOK0101");
  }
}
