import { placeSearch } from "../languages/place.ts";

/** The size of an embed in CSS pixels, which all languages fit. */
export const embedSize = { width: 480, height: 132 };

/** A frame that shows a game's prices on another site. */
interface EmbedFrame {
  gameId: number;
  title: string;
  /** The address of this site. */
  publicUrl: string;
  country: string | undefined;
  language: string;
  width?: number;
  height?: number;
}

const escapeHtml = (text: string) =>
  text.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

/** The HTML of the frame. */
export function embedCode({ gameId, title, publicUrl, country, language, ...size }: EmbedFrame): string {
  const { width, height } = { ...embedSize, ...size };
  const address = `${publicUrl}/embed/game/${gameId}${placeSearch(country, language)}`;
  return (
    `<iframe src="${escapeHtml(address)}" title="${escapeHtml(title)}" width="${width}" height="${height}" ` +
    'style="border:0;max-width:100%" loading="lazy"></iframe>'
  );
}
