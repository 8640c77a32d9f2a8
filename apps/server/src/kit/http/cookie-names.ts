/**
 * Returns the name of a cookie that only this site can set. On https the name begins with `__Host-`. Browsers then
 * refuse the cookie from any other site of the domain, so another site cannot plant a session. Over http browsers
 * refuse `__Host-`, so the name has no prefix.
 */
export const toCookieName = (name: string, isSecure: boolean): string => (isSecure ? `__Host-${name}` : name);
