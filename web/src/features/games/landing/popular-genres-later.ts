import { laterPart } from "../../../page/later-part.tsx";

// below the list
const load = () => import("./popular-genres.tsx");
export const PopularGenres = laterPart(import.meta.env.SSR ? (await load()).default : null, load);
