/**
 * Returns the URL of a map with a mark at this place. Only readers who open the link load data from the map's
 * server.
 */
export const mapAddress = ({ latitude, longitude }: { latitude: number; longitude: number }): string =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
