/** The fields of a game that administrators edit, in the order of the form. */
export const editableFields = [
  "title",
  "also_known_as",
  "type",
  "parent_id",
  "genre",
  "developer",
  "release_date",
  "steam_appid",
  "description",
  "tags",
  "explicit",
  "boxart_url",
  "rating",
  "review_score",
  "review_count",
  "player_count",
  "metacritic_score",
] as const;
export type EditableField = (typeof editableFields)[number];

/** Edits of a game by people; `original` is the state before the first one. */
export const gameActions = ["original", "edit", "release", "restore", "hide", "unhide"] as const;
export type GameAction = (typeof gameActions)[number];

/** The sort options of the panel's list of games. */
export const catalogueSorts = ["relevance", "title", "popularity", "release_date", "rating"] as const;
export type CatalogueSort = (typeof catalogueSorts)[number];
