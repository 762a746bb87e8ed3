import { readFile } from "node:fs/promises";

/** A game of the starter list. */
export interface StarterGame {
  appid: number;
  title: string;
}

const file = new URL("../../../../shipped/starter-games.tsv", import.meta.url);

/** The games of Steam with the most reviews, most first, from a file of this repository that names its source. */
export async function readStarterGames(): Promise<StarterGame[]> {
  const lines = (await readFile(file, "utf8")).split("\n");
  return lines.flatMap((line) => {
    const [appid = "", title = ""] = line.split("\t");
    return line.startsWith("#") || title === "" ? [] : [{ appid: Number(appid), title }];
  });
}
