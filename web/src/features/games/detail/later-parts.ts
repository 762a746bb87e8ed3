import { laterPart } from "../../../page/later/later-part.tsx";

// the parts below the fold, in page order

const loadComparison = () => import("../../prices/price-comparison.tsx");
export const PriceComparison = laterPart(import.meta.env.SSR ? (await loadComparison()).default : null, loadComparison);
// preloaded when navigating between games
if (!import.meta.env.SSR) PriceComparison.preload().catch(() => {});

const loadInsight = () => import("./insight-section.tsx");
export const InsightSection = laterPart(import.meta.env.SSR ? (await loadInsight()).default : null, loadInsight);

const loadRelated = () => import("./related-games.tsx");
export const RelatedGames = laterPart(import.meta.env.SSR ? (await loadRelated()).default : null, loadRelated);

const loadActions = () => import("./quick-actions.tsx");
export const QuickActions = laterPart(import.meta.env.SSR ? (await loadActions()).default : null, loadActions);
