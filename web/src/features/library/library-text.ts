import { libraryTexts } from "contract/content-strings/defaults/personal/library.ts";
import { useTextOf } from "../../api/texts.ts";

/** Reads the texts of the library and those of all pages. */
export const useLibraryText = () => useTextOf(libraryTexts);
