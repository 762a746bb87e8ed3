import { laterPart } from "../page/later/later-part.tsx";

// below the fold of every page
const load = () => import("./site-footer.tsx");
export const LaterFooter = laterPart(import.meta.env.SSR ? (await load()).default : null, load);
