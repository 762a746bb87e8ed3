import type { QueryClient } from "@tanstack/react-query";
import type { Texts } from "contract/content-strings/variables.ts";
import { textsKey } from "./texts.ts";

/** The addresses of the translations that the site ships, by their paths. Only the server sends mails. */
const files: Record<string, string> = import.meta.glob(
  [
    "../../../contract/src/content-strings/translations/*/*.json",
    "!../../../contract/src/content-strings/translations/en/*.json",
    "!../../../contract/src/content-strings/translations/*/mail.json",
  ],
  { query: "?url", import: "default", eager: true },
);

const names = "/names.json";

/**
 * Starts the page with the shipped texts of a language, then adds the names of genres and tags, of which a page carries
 * those that it shows.
 */
export async function startTranslated(language: string, start: (texts: Texts) => QueryClient): Promise<void> {
  const isOwn = (path: string) => path.includes(`/${language}/`);
  const queryClient = start(await load((path) => isOwn(path) && !path.endsWith(names)));
  const loaded = await load((path) => isOwn(path) && path.endsWith(names));
  queryClient.setQueryData<Texts>([textsKey], (texts) => ({ ...loaded, ...texts }));
}

/** A file that cannot be loaded leaves its texts in English. */
async function load(isWanted: (path: string) => boolean): Promise<Texts> {
  const addresses = Object.entries(files).flatMap(([path, address]) => (isWanted(path) ? [address] : []));
  const parts = await Promise.all(
    addresses.map((address) =>
      fetch(address)
        .then((response) => response.json() as Promise<Texts>)
        .catch(() => ({})),
    ),
  );
  return Object.assign({}, ...parts) as Texts;
}
