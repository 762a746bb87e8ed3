/** The texts of pictures for sharing as they ship. Only the server reads them. */
export const pictureTexts = {
  "picture.store": "at {store}",
  "picture.lowest": "Lowest ever",
  "picture.low": "Historical low {price}",
} as const;
