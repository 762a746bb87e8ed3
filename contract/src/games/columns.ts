/** Product types. A product of unknown type counts as a game. */
export const gameTypes = ["game", "dlc", "bundle", "software", "demo", "soundtrack", "video"] as const;

const maxWhole = 2_147_483_647;

/** What a value is; `null` = not known. */
type Values =
  | { is: "text" | "paragraphs"; max: number }
  /** An address that begins with `https://`. */
  | { is: "address" }
  /** YYYY-MM-DD */
  | { is: "day" }
  | { is: "whole"; min: number; max: number }
  /** With one decimal, or with all that are stated. */
  | { is: "decimal"; min: number; max: number; isRounded: boolean }
  | { is: "choice"; choices: readonly string[] }
  | { is: "flag" }
  | { is: "list" };

export type Column = Values & {
  /** As the panel names it. */
  label: string;
  /** Always known. */
  isRequired?: true;
  /** Whether catalogue files state it (and exports have it). */
  isImported?: true;
  /** Whether administrators edit it; the history of a game has its changes. */
  isEdited?: true;
  /** Whether each game of the API has it. */
  isShown?: true;
  /** For the API's documentation. */
  description?: string;
};

const everywhere = { isImported: true, isEdited: true, isShown: true } as const;

/**
 * The facts about games, by their names in the database, in files and in the API, in the order of exports. Imports,
 * exports, the API, the read model, the panel's form and the history of changes derive from this list; texts with
 * rules of their own also have a schema in `catalogue/game-fields.ts` and the server's `games/import/row.ts`.
 */
export const gameColumns = {
  title: { ...everywhere, is: "text", max: 300, isRequired: true, label: "Title" },
  genre: { ...everywhere, is: "text", max: 200, label: "Genre" },
  developer: { ...everywhere, is: "text", max: 500, label: "Developers" },
  description: { ...everywhere, is: "paragraphs", max: 20_000, label: "Description" },
  rating: {
    ...everywhere,
    is: "decimal",
    min: 0,
    max: 10,
    isRounded: true,
    label: "Rating",
    description: "0 to 10, one decimal",
  },
  review_score: { ...everywhere, is: "decimal", min: 0, max: 10, isRounded: false, label: "Review score" },
  review_count: { ...everywhere, is: "whole", min: 0, max: maxWhole, label: "Reviews" },
  boxart_url: {
    ...everywhere,
    is: "address",
    label: "Picture",
    description: "For an uploaded picture, a path on this site",
  },
  steam_appid: { ...everywhere, is: "whole", min: 1, max: maxWhole, label: "Steam appid" },
  tags: {
    ...everywhere,
    is: "text",
    max: 5_000,
    label: "Tags",
    description: "Separated by a comma and a space",
  },
  content_descriptors: { is: "list", label: "Content descriptors", isImported: true },
  player_count: { ...everywhere, is: "whole", min: 0, max: maxWhole, label: "Players" },
  metacritic_score: { ...everywhere, is: "whole", min: 1, max: 100, label: "Metacritic score" },
  release_date: { ...everywhere, is: "day", label: "Release date", description: "YYYY-MM-DD" },
  type: {
    ...everywhere,
    is: "choice",
    choices: gameTypes,
    label: "Type",
    description: "`null` = unknown, treated as a game",
  },
  also_known_as: { is: "paragraphs", max: 20_000, label: "Also known as", isImported: true, isEdited: true },
  localized_titles: { is: "paragraphs", max: 20_000, label: "Titles by language", isImported: true, isEdited: true },
  parent_id: {
    is: "whole",
    min: 1,
    max: maxWhole,
    label: "Base game",
    isEdited: true,
    isShown: true,
    description: "The base game of a DLC",
  },
  explicit: {
    is: "flag",
    isRequired: true,
    label: "Explicit content",
    isEdited: true,
    isShown: true,
    description: "Excluded from lists unless the caller chose to see such games",
  },
  controller_support: {
    ...everywhere,
    is: "choice",
    choices: ["full", "partial", "none"],
    label: "Controller support",
    description: "`null` = unknown",
  },
} as const satisfies Record<string, Column>;

type Columns = typeof gameColumns;
export type ColumnName = keyof Columns;

/** The columns that have a property, such as `isEdited`. */
type NamesWith<Part> = { [Name in ColumnName]: Columns[Name] extends Part ? Name : never }[ColumnName];
export type ImportedColumn = NamesWith<{ isImported: true }>;
export type EditableField = NamesWith<{ isEdited: true }>;
export type ShownColumn = NamesWith<{ isShown: true }>;

type Stated<Of extends Values> = Of extends { choices: readonly (infer Choice)[] }
  ? Choice
  : {
      text: string;
      paragraphs: string;
      address: string;
      day: string;
      whole: number;
      decimal: number;
      choice: string;
      flag: boolean;
      list: number[];
    }[Of["is"]];

/** The value of a column. */
export type ColumnValue<Name extends ColumnName> =
  | Stated<Columns[Name]>
  | (Columns[Name] extends { isRequired: true } ? never : null);

const columnNames = Object.keys(gameColumns) as ColumnName[];

const namesWith = <Name extends ColumnName>(part: "isImported" | "isEdited" | "isShown") =>
  columnNames.filter((name) => part in gameColumns[name]) as Name[];

export const importedColumns: readonly ImportedColumn[] = namesWith("isImported");
export const shownColumns: readonly ShownColumn[] = namesWith("isShown");

/** What the panel's form begins with; further fields follow in the order of the list. */
const formBeginning: readonly EditableField[] = [
  "title",
  "also_known_as",
  "localized_titles",
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
];

/** In the order of the form. */
export const editableFields: readonly EditableField[] = [
  ...new Set([...formBeginning, ...namesWith<EditableField>("isEdited")]),
];

export function choicesOf(name: ColumnName): readonly string[] {
  const column: Column = gameColumns[name];
  return column.is === "choice" ? column.choices : [];
}

/** A column's name in the server's rows: `steam_appid` is `steamAppid`. */
export type RowField<Name extends string> = Name extends `${infer Word}_${infer Rest}`
  ? `${Word}${Capitalize<RowField<Rest>>}`
  : Name;

export const rowField = <Name extends string>(name: Name): RowField<Name> =>
  name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()) as RowField<Name>;
