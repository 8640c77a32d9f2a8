/**
 * Returns the URL of a map with a marker at this location. The browser contacts the map's server only if a reader opens
 * the link.
 */
export const createMapUrl = ({ latitude, longitude }: { latitude: number; longitude: number }): string =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
