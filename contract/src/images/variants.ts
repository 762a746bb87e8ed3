import { sourceLanguage } from "../languages/language.ts";
import { placeSearch } from "../languages/place.ts";

/** The shapes in which a game's picture is served. */
export const imageVariants = ["landscape", "portrait"] as const;

export type ImageVariant = (typeof imageVariants)[number];

/** The available widths, in pixels, ascending; the middle one is the default. */
export const imageWidths = {
  landscape: [230, 460, 920],
  portrait: [200, 300, 600],
} as const satisfies Record<ImageVariant, readonly [number, number, number]>;

type ImageWidth = (typeof imageWidths)[ImageVariant][number];

/** The aspect ratios of the store's header and of its library capsule. */
const aspectRatios: Record<ImageVariant, readonly [width: number, height: number]> = {
  landscape: [460, 215],
  portrait: [2, 3],
};

/** The width of a picture whose URL names none. */
export function defaultImageWidth(variant: ImageVariant): ImageWidth {
  return imageWidths[variant][1];
}

/** The height, in whole pixels, of a picture of that width. */
export function imageHeight(variant: ImageVariant, width: number): number {
  const [ratioWidth, ratioHeight] = aspectRatios[variant];
  return Math.round((width * ratioHeight) / ratioWidth);
}

/** What a page knows about a game's picture. */
interface ShownPicture {
  gameId: number;
  variant: ImageVariant;
  /** Of an uploaded picture: browsers cache pictures for a long time. */
  version?: string | null | undefined;
  /** Of the genre on the cover that stands for a missing picture. */
  language: string;
}

/** The path of a game's picture in the default width, with a cover in English. */
export function imageUrl(gameId: number, variant: ImageVariant): string {
  return `/images/games/${gameId}/${variant}`;
}

/** The path of a game's picture on a page. */
export function shownImageUrl({ gameId, variant, version, language }: ShownPicture, width: ImageWidth): string {
  // written out, because a list writes it hundreds of times
  const ofUpload = version ? `&v=${encodeURIComponent(version)}` : "";
  const inLanguage = language === sourceLanguage ? "" : `&language=${encodeURIComponent(language)}`;
  return `${imageUrl(gameId, variant)}?w=${width}${ofUpload}${inLanguage}`;
}

/** The path of a game's social image, 1200 × 630, with its price; without a country that of the default market. */
export function socialImageUrl(gameId: number, country: string | undefined, language: string): string {
  return `/images/games/${gameId}/social${placeSearch(country, language)}`;
}

/** The `srcset` of a game's picture: every width, for the browser to choose from. `addressOf` a path is in the page. */
export function imageSrcSet(picture: ShownPicture, addressOf = (path: string) => path): string {
  return imageWidths[picture.variant]
    .map((width) => `${addressOf(shownImageUrl(picture, width))} ${width}w`)
    .join(", ");
}
