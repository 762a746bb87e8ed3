/** Default texts of pictures for sharing. Only the server reads them. */
export const pictureTexts = {
  "picture.store": "at {store}",
  "picture.lowest": "Lowest ever",
  "picture.lowest_official": "Lowest official price",
  "picture.lowest_keyshop": "Lowest key-shop price",
  "picture.ties_low": "Ties its low",
  "picture.low": "Historical low {price}",
  "picture.list_owner": "A list by {name}",
  "picture.list_count_other": "{count} games",
  "picture.list_count_one": "1 game",
} as const;
