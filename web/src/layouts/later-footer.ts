import { laterPart } from "../page/later/later-part.tsx";

// below the fold of every page
const load = () => import("./site-footer.tsx");
export const LaterFooter = laterPart(import.meta.env.SSR ? (await load()).default : null, load);
// mostly it is there before the page lives, which then keeps what the server wrote
if (!import.meta.env.SSR) LaterFooter.preload().catch(() => {});
