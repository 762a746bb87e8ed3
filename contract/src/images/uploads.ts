/** The path of pictures uploaded by administrators. */
export const uploadsPath = "/images/uploads/";

/** The largest file that can be uploaded, in bytes. */
export const maxUploadBytes = 8 * 1024 ** 2;

/** The path of an uploaded picture, by the hash of its bytes: the `boxart_url` of its game. */
export function uploadUrl(hash: string): string {
  return `${uploadsPath}${hash}.webp`;
}

/** The hash in the path of an uploaded picture; `null` for other pictures. */
export function uploadHash(boxartUrl: string | null): string | null {
  return boxartUrl?.startsWith(uploadsPath) ? boxartUrl.slice(uploadsPath.length, -".webp".length) : null;
}

/** The version of an uploaded picture, for the URLs of its game's picture; `null` for other pictures. */
export function uploadVersion(boxartUrl: string | null): string | null {
  return uploadHash(boxartUrl)?.slice(0, 8) ?? null;
}
