import { accessTokenLifetime } from "@kakehashi/contract/sessions";
import { errors, jwtVerify, SignJWT } from "jose";
import { AppError } from "../../kit/errors.ts";

export interface Claims {
  userId: string;
  sessionId: string;
  /** Seconds since 1970. */
  expires: number;
}

const algorithm = "HS256";
const issuer = "kakehashi";
/** Verified tokens kept at hand: a busy client shows the same one thousands of times. */
const remembered = 20_000;

export interface AccessTokens {
  issue(userId: string, sessionId: string): Promise<string>;
  /** Throws ERR.TOK0102 for an expired token, ERR.TOK0101 for any that is not ours. */
  verify(token: string): Promise<Claims>;
  /** What a token of ours says, however old; null for any other. */
  read(token: string): Promise<Claims | null>;
}

export function createAccessTokens(key: Uint8Array, now: () => number = Date.now): AccessTokens {
  const known = new Map<string, Claims>();

  return {
    issue: (userId, sessionId) => {
      const issued = Math.floor(now() / 1000);
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: algorithm })
        .setIssuer(issuer)
        .setSubject(userId)
        .setIssuedAt(issued)
        .setExpirationTime(issued + accessTokenLifetime)
        .sign(key);
    },
    async verify(token) {
      const seen = known.get(token);
      if (seen) {
        if (seen.expires * 1000 > now()) return seen;
        known.delete(token);
        throw new AppError("ERR.TOK0102");
      }
      const claims = await read(token, key, now());
      known.set(token, claims);
      if (known.size > remembered) known.delete(known.keys().next().value ?? "");
      return claims;
    },
    // At the epoch nothing has expired yet.
    read: (token) => read(token, key, 0).catch(() => null),
  };
}

async function read(token: string, key: Uint8Array, now: number): Promise<Claims> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [algorithm],
      issuer,
      currentDate: new Date(now),
      requiredClaims: ["sub", "sid", "exp"],
    });
    return { userId: String(payload.sub), sessionId: String(payload.sid), expires: Number(payload.exp) };
  } catch (error) {
    throw new AppError(error instanceof errors.JWTExpired ? "ERR.TOK0102" : "ERR.TOK0101");
  }
}
