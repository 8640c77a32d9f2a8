/**
 * The name of a cookie that only this site may set. Browsers take `__Host-` names from https alone, for the whole site and
 * for no domain around it, so a site beside this one cannot plant a session here. Over http they refuse such names.
 */
export const cookieName = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name);
