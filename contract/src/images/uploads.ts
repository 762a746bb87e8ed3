/** Where pictures are that administrators have uploaded, from the site's root. */
export const uploadsPath = "/images/uploads/";

/** The largest file that can be uploaded, in bytes. */
export const maxUploadBytes = 8 * 1024 ** 2;

/** Where an uploaded picture is, by the hash of its bytes: the `boxart_url` of its game. */
export function uploadUrl(hash: string): string {
  return `${uploadsPath}${hash}.webp`;
}

/** The hash in the address of an uploaded picture; `null` for another one. */
export function uploadHash(boxartUrl: string | null): string | null {
  return boxartUrl?.startsWith(uploadsPath) ? boxartUrl.slice(uploadsPath.length, -".webp".length) : null;
}

/** Identifies an uploaded picture in the addresses of a game's picture; `null` for none. */
export function uploadVersion(boxartUrl: string | null): string | null {
  return uploadHash(boxartUrl)?.slice(0, 8) ?? null;
}
