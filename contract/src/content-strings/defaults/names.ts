import { knownGenres } from "../../games/genres.ts";
import { slugOf } from "../../games/landing/rules.ts";
import { nameKey } from "../../games/names.ts";
import { splitTags } from "../../games/rules.ts";
import type { Texts } from "../variables.ts";

/** The commonest tags. Further ones are shown as games state them, unless a genre has the same name. */
const commonTags =
  "2D, 2D Platformer, 3D, Action, Action RPG, Action-Adventure, Adventure, Anime, Arcade, Assassin, " +
  "Atmospheric, Automobile Sim, Card Game, Cartoony, Casual, Character Customization, Choices Matter, " +
  "Choose Your Own Adventure, Classic, Co-op, Colorful, Combat, Comedy, Competitive, Controller, Crime, " +
  "Cross-Platform Multiplayer, Cute, Cyberpunk, Dark, Dark Fantasy, Destruction, Difficult, Driving, " +
  "Early Access, Economy, Emotional, eSports, Exploration, Family Friendly, Fantasy, Fast-Paced, " +
  "Female Protagonist, First-Person, FPS, Free to Play, Funny, Gore, Great Soundtrack, Hack and Slash, " +
  "Hand-drawn, Hidden Object, Historical, Horror, Indie, Interactive Fiction, Isometric, JRPG, Linear, " +
  "Local Co-Op, Loot, Magic, Management, Massively Multiplayer, Medieval, Minimalist, MMO, MMORPG, Moddable, " +
  "Multi-player, Multiplayer, Multiple Endings, Mystery, Mythology, Nudity, Online Co-Op, Open World, Physics, " +
  "Pirates, Pixel Graphics, Platformer, Point & Click, Post-apocalyptic, Psychological Horror, Puzzle, PvE, " +
  "PvP, Racing, Real-Time with Pause, Realistic, Relaxing, Remake, Retro, Roguelike, Romance, RPG, RTS, " +
  "Sandbox, Sci-fi, Sexual Content, Shared/Split Screen, Shooter, Short, Simulation, Single-player, " +
  "Singleplayer, Space, Split Screen, Sports, Steampunk, Story Rich, Strategy, Stylized, Survival, Tactical, " +
  "Team-Based, Text-Based, Third Person, Top-Down, Turn-Based, Turn-Based Strategy, Turn-Based Tactics, " +
  "Underwater, Utilities, Violent, Visual Novel, VR, VR Only, VR Supported, Walking Simulator, World War II, " +
  "Zombies";

/**
 * The names of genres and tags, for translations: in English they are shown as games state them. Translations are
 * loaded late, and a page carries those that it shows.
 */
export const nameTexts: Texts = Object.fromEntries([
  ...knownGenres.map((name) => [nameKey("genre", slugOf(name)), name]),
  ...splitTags(commonTags).map((name) => [nameKey("tag", slugOf(name)), name]),
]);
