import sharp from "sharp";

/** The colour around the mark, as in the drawing. */
export const iconBackground = "#0e1012";

/** Addresses of the installed site's icons, with their width in pixels. */
export const appIcons = [
  { path: "/icons/192.png", size: 192, purpose: "any" },
  { path: "/icons/512.png", size: 512, purpose: "any" },
  { path: "/icons/maskable-512.png", size: 512, purpose: "maskable" },
] as const;

/** For the home screen of Apple's devices, which round its corners themselves. */
export const appleIcon = { path: "/icons/apple-touch-icon.png", size: 180, purpose: "maskable" } as const;

type Icon = (typeof appIcons)[number] | typeof appleIcon;

/** The most that systems cut off each side of a maskable icon. */
const margin = 0.12;

/** The drawing as a square PNG; a maskable one fills all of it, with the mark well inside. */
export async function toAppIcon(drawing: Buffer, { size, purpose }: Icon): Promise<Buffer> {
  const inset = purpose === "maskable" ? Math.round(size * margin) : 0;
  const mark = await sharp(drawing, { density: 72 * 8 })
    .resize(size - 2 * inset, size - 2 * inset)
    .png()
    .toBuffer();
  if (inset === 0) return mark;
  const around = { top: inset, bottom: inset, left: inset, right: inset, background: iconBackground };
  return sharp(mark).flatten({ background: iconBackground }).extend(around).png().toBuffer();
}
