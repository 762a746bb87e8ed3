/**
 * The colours of one cover, as `#rrggbb`. Lightness is fixed in OKLCH, where it is perceptually uniform:
 * white text on `deep`, `base` or `low` has a contrast of at least 7 to 1, `accent` on them at least 4.5.
 */
export interface Tones {
  deep: string;
  base: string;
  low: string;
  mid: string;
  high: string;
  accent: string;
}

/** `hue` colours the cover, `accentHue` the label and the highlight; both in degrees. */
export function tonesOf(hue: number, accentHue: number): Tones {
  return {
    deep: oklch(0.17, 0.045, hue),
    base: oklch(0.27, 0.085, hue),
    low: oklch(0.35, 0.105, hue),
    mid: oklch(0.47, 0.13, hue),
    high: oklch(0.6, 0.15, hue),
    accent: oklch(0.84, 0.14, accentHue),
  };
}

/** An OKLCH colour in sRGB; what lies outside of sRGB is clipped. */
function oklch(lightness: number, chroma: number, hue: number): string {
  const radians = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(radians);
  const b = chroma * Math.sin(radians);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return `#${channels.map(toHex).join("")}`;
}

function toHex(linear: number): string {
  const clipped = Math.min(1, Math.max(0, linear));
  const encoded = clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055;
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, "0");
}
