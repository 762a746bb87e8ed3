import { foldText } from "contract/core/text.ts";
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

/** The same genres in other languages and spellings. */
const translations: Readonly<Record<string, readonly string[]>> = {
  Action: [
    "Acción",
    "Ação",
    "Azione",
    "Aktion",
    "Экшены",
    "Экшен",
    "Боевик",
    "アクション",
    "动作",
    "動作",
    "액션",
    "Akcja",
    "Akce",
    "Aksiyon",
  ],
  Adventure: [
    "Aventura",
    "Aventure",
    "Avventura",
    "Abenteuer",
    "Приключенческие игры",
    "Приключения",
    "アドベンチャー",
    "冒险",
    "冒險",
    "어드벤처",
    "Przygodowe",
    "Macera",
  ],
  Casual: [
    "Occasionnel",
    "Gelegenheitsspiele",
    "Казуальные игры",
    "カジュアル",
    "休闲",
    "休閒",
    "캐주얼",
    "Passatempo",
  ],
  "Early Access": [
    "Acceso anticipado",
    "Accès anticipé",
    "Accesso anticipato",
    "Ранний доступ",
    "早期アクセス",
    "抢先体验",
    "搶先體驗",
    "앞서 해보기",
    "Acesso Antecipado",
  ],
  "Free to Play": [
    "Free To Play",
    "Free-to-Play",
    "Gratuit",
    "Gratuitos",
    "Бесплатные",
    "Бесплатно",
    "基本プレイ無料",
    "免费开玩",
    "免費遊玩",
    "무료 플레이",
    "Kostenlos spielbar",
  ],
  Indie: ["Indé", "Инди", "インディー", "独立", "獨立製作", "인디", "Independiente", "Indi"],
  "Massively Multiplayer": [
    "Multijugador masivo",
    "Massivement multijoueur",
    "Многопользовательские игры",
    "MMO",
    "大型多人在线",
    "대규모 멀티플레이어",
  ],
  Racing: [
    "Carreras",
    "Course automobile",
    "Corse",
    "Rennspiele",
    "Гонки",
    "レース",
    "竞速",
    "競速",
    "레이싱",
    "Corrida",
    "Wyścigowe",
  ],
  RPG: [
    "Rol",
    "Role-playing",
    "Role-playing (RPG)",
    "GDR",
    "JDR",
    "Rollenspiel",
    "Ролевые игры",
    "ロールプレイング",
    "角色扮演",
    "롤 플레잉",
  ],
  Simulation: [
    "Simulación",
    "Simulação",
    "Simulazione",
    "Simulationen",
    "Симуляторы",
    "シミュレーション",
    "模拟",
    "模擬",
    "시뮬레이션",
    "Symulacje",
  ],
  Sports: [
    "Deportes",
    "Esportes",
    "Sport",
    "Sportif",
    "Спортивные игры",
    "スポーツ",
    "体育",
    "運動",
    "스포츠",
    "Sportowe",
  ],
  Strategy: [
    "Estrategia",
    "Estratégia",
    "Stratégie",
    "Strategia",
    "Strategie",
    "Стратегии",
    "ストラテジー",
    "策略",
    "전략",
    "Strateji",
  ],
};

const byTranslation = new Map(
  Object.entries(translations).flatMap(([name, others]) =>
    [name, ...others].map((other) => [foldText(other), name] as const),
  ),
);

/** A genre as this site names it; unknown ones keep their name. */
export function genreName({ id, name }: Genre): string {
  return steamGenres[id ?? ""] ?? byTranslation.get(foldText(name.trim())) ?? name.trim();
}

/** Whether all of an app's genres are for programs. */
export function isProgram(genreIds: readonly string[]): boolean {
  return genreIds.length > 0 && genreIds.every((id) => programGenres.has(id));
}
