/** The address of a map with a mark at this place. Only readers who follow it load anything from there. */
export const mapAddress = ({ latitude, longitude }: { latitude: number; longitude: number }): string =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
