/** The kinds of pictures that can be uploaded. */
export type PictureKind = "png" | "jpeg" | "webp" | "avif";

const hint = "upload a PNG, JPEG, WebP or AVIF";

/** The format of a file by its first bytes, ignoring the declared type, or why it is rejected. */
export function sniffPicture(bytes: Uint8Array): { kind: PictureKind } | { problem: string } {
  const head = Buffer.from(bytes.subarray(0, 256));
  const at = (start: number, text: string) => head.toString("latin1", start, start + text.length) === text;
  if (head.length === 0) return { problem: `The file is empty; ${hint}` };
  if (at(0, "\x89PNG\r\n\x1a\n")) return { kind: "png" };
  if (at(0, "\xff\xd8\xff")) return { kind: "jpeg" };
  if (at(0, "RIFF") && at(8, "WEBP")) return { kind: "webp" };
  if (at(4, "ftyp") && brandsOf(head).some((brand) => brand === "avif" || brand === "avis")) return { kind: "avif" };
  const other = otherKind(head, at);
  return { problem: `${other ? `This is ${other}` : "This is no picture"}; ${hint}` };
}

/** The main brand of an ISO file and those that it is compatible with. */
function brandsOf(head: Buffer): string[] {
  const end = Math.min(head.length < 16 ? 0 : head.readUInt32BE(0), head.length);
  const brands = [head.toString("latin1", 8, 12)];
  for (let start = 16; start + 4 <= end; start += 4) brands.push(head.toString("latin1", start, start + 4));
  return brands;
}

function otherKind(head: Buffer, at: (start: number, text: string) => boolean): string | null {
  if (at(0, "GIF8")) return "a GIF";
  if (at(0, "BM")) return "a bitmap";
  if (at(0, "II*\0") || at(0, "MM\0*")) return "a TIFF";
  if (at(4, "ftyp")) return "a HEIC picture or a film";
  if (at(0, "%PDF")) return "a PDF";
  const text = head
    .toString("utf8")
    .replace(/^\ufeff/, "")
    .trimStart()
    .toLowerCase();
  if (text.startsWith("<svg") || (text.startsWith("<?xml") && text.includes("<svg"))) return "an SVG";
  return text.startsWith("<") ? "a page or XML" : null;
}
