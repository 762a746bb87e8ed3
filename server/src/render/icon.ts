import sharp from "sharp";

const sizes = [16, 32, 48];
const headerBytes = 6;
const entryBytes = 16;

/** An icon file with the drawing in the sizes that browsers and bookmarks use, each as PNG. */
export async function toIcon(svg: Buffer): Promise<Buffer> {
  const images = await Promise.all(sizes.map((size) => sharp(svg).resize(size, size).png().toBuffer()));
  const header = Buffer.alloc(headerBytes);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(images.length, 4);
  let offset = headerBytes + entryBytes * images.length;
  const entries = images.map((image, index) => {
    const entry = Buffer.alloc(entryBytes);
    entry.writeUInt8(sizes[index]!, 0);
    entry.writeUInt8(sizes[index]!, 1);
    entry.writeUInt16LE(1, 4);
    entry.writeUInt16LE(32, 6);
    entry.writeUInt32LE(image.length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += image.length;
    return entry;
  });
  return Buffer.concat([header, ...entries, ...images]);
}
