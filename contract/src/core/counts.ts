import { english } from "../languages/language.ts";

/** A count as English, the language of the panel, writes it: `1,234`. */
export const formatCount = english.count;
