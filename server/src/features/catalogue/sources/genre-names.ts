import { canonicalGenre } from "contract/games/genres.ts";
import type { Genre } from "./game-details.ts";

/** Steam's genres by their ids, which are the same in every language. */
const steamGenres: Readonly<Record<string, string>> = {
  1: "Action",
  2: "Strategy",
  3: "RPG",
  4: "Casual",
  9: "Racing",
  18: "Sports",
  23: "Indie",
  25: "Adventure",
  28: "Simulation",
  29: "Massively Multiplayer",
  37: "Free to Play",
  51: "Animation & Modeling",
  52: "Audio Production",
  53: "Design & Illustration",
  54: "Education",
  55: "Photo Editing",
  56: "Software Training",
  57: "Utilities",
  58: "Video Production",
  59: "Web Publishing",
  60: "Game Development",
  70: "Early Access",
  71: "Sexual Content",
  72: "Nudity",
  73: "Violent",
  74: "Gore",
};

/** Steam's genres of programs that are not games. */
const programGenres = new Set(["51", "52", "53", "55", "56", "57", "58", "59", "60"]);

/** A genre as this site names it; unknown ones keep their name. */
export function genreName({ id, name }: Genre): string {
  return steamGenres[id ?? ""] ?? canonicalGenre(name);
}

/** Whether all of an app's genres are for programs. */
export function isProgram(genreIds: readonly string[]): boolean {
  return genreIds.length > 0 && genreIds.every((id) => programGenres.has(id));
}
