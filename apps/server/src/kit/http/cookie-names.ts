/**
 * Returns the name of a cookie that only this site can set. Browsers accept `__Host-` names only over https
 * and never for a whole domain, so another site of the domain cannot plant a session. Over http, browsers
 * refuse such names, so the name has no prefix.
 */
export const cookieName = (name: string, isSecure: boolean): string => (isSecure ? `__Host-${name}` : name);
