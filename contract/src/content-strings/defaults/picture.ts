/** Default texts of pictures for sharing. Only the server reads them. */
export const pictureTexts = {
  "picture.store": "at {store}",
  "picture.lowest": "Lowest ever",
  "picture.low": "Historical low {price}",
  "picture.list_owner": "A list by {name}",
  "picture.list_games": "{count} games",
  "picture.list_one": "1 game",
} as const;
