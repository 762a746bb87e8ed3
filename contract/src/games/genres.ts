import { slugOf } from "./landing/rules.ts";
import { splitTags } from "./rules.ts";

/** The genres of Steam's catalogue, each with its names in other languages and other spellings of it. */
const steamGenres: Readonly<Record<string, string>> = {
  Action:
    "Acción, Ação, Azione, Aktion, Actie, Экшены, Экшен, Экшн, Боевик, Боевики, Бойовик, Бойовики, Екшн, アクション, 动作, " +
    "動作, 액션, Akcja, Akce, Akční, Akció, Acțiune, Acţiune, Toiminta, Δράση, Δράσης, Екшън, แอ็คชัน, แอคชั่น, แอ็กชัน, " +
    "Aksiyon, Aksi, Hành động, أكشن, حركة, Action Game, Action Games",
  Adventure:
    "Aventura, Aventuras, Aventure, Avventura, Abenteuer, Avontuur, Приключенческие игры, Приключения, Приключение, " +
    "Приключенчески, Пригоди, Пригодницькі, アドベンチャー, 冒险, 冒險, 어드벤처, Przygodowe, Przygoda, Przygodówka, " +
    "Dobrodružné, Dobrodružná, Adventura, Kaland, Aventură, Seikkailu, Eventyr, Äventyr, Περιπέτεια, Περιπέτειας, " +
    "ผจญภัย, Macera, Petualangan, Phiêu lưu, مغامرة, Adventure Game, Adventure Games",
  Casual:
    "Occasionnel, Gelegenheitsspiele, Gelegenheitsspiel, Казуальные игры, Казуальные, Казуальная игра, Казуальні, " +
    "Казуальні ігри, Казуални, Ежедневни, カジュアル, 休闲, 休閒, 休闲游戏, 캐주얼, Passatempo, Casuais, Casuales, Rekreacyjne, " +
    "Rekreacyjna, Rekreační, Příležitostné, Nenáročné, Alkalmi, Könnyed, Rento, Ajanviete, Afslappet, Afslapning, " +
    "Uformell, Lättsamt, Χαλαρό, Χαλαρά, แคชชวล, แคชวล, Basit Eğlence, Sıradan, Kasual, Santai, Phổ thông, Giải trí nhẹ, " +
    "بسيطة, Casual Game, Casual Games",
  "Early Access":
    "Acceso anticipado, Accès anticipé, Accesso anticipato, Acesso Antecipado, Vroegtijdige toegang, Vroege toegang, " +
    "Ранний доступ, Дочасний доступ, Ранен достъп, 早期アクセス, 抢先体验, 搶先體驗, 앞서 해보기, Wczesny dostęp, Předběžný přístup, " +
    "Korai hozzáférés, Acces timpuriu, Early Access -pelit, Tidlig adgang, Tidlig tilgang, Πρόωρη πρόσβαση, " +
    "การเข้าถึงก่อน, เกมช่วงทดสอบ, Erken Erişim, Akses Awal, Truy cập sớm, وصول مبكر",
  "Free to Play":
    "F2P, Gratis, Gratuit, Gratuits, Gratuito, Gratuitos, Gratuiti, Grátis, Gratis te spelen, Free to play-spellen, " +
    "Бесплатные, Бесплатно, Бесплатная игра, Безкоштовні, Безкоштовна гра, Безплатни, Безплатна, 基本プレイ無料, 免费开玩, 免费游玩, " +
    "免費遊玩, 免費遊戲, 무료 플레이, 무료, Kostenlos spielbar, Kostenlos, Darmowe, Darmowa, Free-to-play (zdarma), Zdarma, " +
    "Ingyenes, Ingyenesen játszható, Gratuite, Ilmaiset pelit, Maksuttomat, Gratis at spille, Gratis å spille, " +
    "Gratis att spela, Gratis spel, Jugar gratis, Jogos gratuitos, Gioco gratuito, Δωρεάν, เล่นฟรี, Oynaması Ücretsiz, " +
    "Ücretsiz, Gratis Dimainkan, Miễn phí, Chơi miễn phí, مجانية, لعب مجاني, Free Games",
  Indie:
    "Indé, Indés, Indépendant, Independiente, Independientes, Independente, Indipendente, Indipendenti, Инди, Інді, " +
    "インディー, インディーズ, 独立, 独立游戏, 獨立, 獨立製作, 獨立遊戲, 인디, Indi, Niezależne, Niezależna, Nezávislé, Nezávislá, Független, " +
    "Független fejlesztésű, Indie-spel, Indie-spill, Indie-pelit, Ανεξάρτητο, Ανεξάρτητα, Инди игри, อินดี้, " +
    "Bağımsız Yapımcı, Bağımsız, Indie Game, Indie Games, Độc lập, مستقلة, إندي",
  "Massively Multiplayer":
    "MMO, Massively Multiplayer Online, Multijugador masivo, Multijugador masivo en línea, Massivement multijoueur, " +
    "Massivement multijoueurs, Multigiocatore di massa, Massivo multigiocatore, Multijogador Massivo, " +
    "Multijogador em massa, Massiv Mehrspieler, Massen-Mehrspieler, Многопользовательские игры, " +
    "Массовая многопользовательская игра, Масові багатокористувацькі, Масов мултиплейър, 大規模マルチプレイヤー, 大型多人在线, " +
    "大型多人連線, 대규모 멀티플레이어, 대규모 멀티플레이, Masowo wieloosobowe, MMO (wieloosobowe), Masivně multiplayerové, Masivní multiplayer, " +
    "Nagyon sok játékos, Tömegesen többjátékos, Multiplayer masiv, Massiivinen moninpeli, Massive multiplayer, " +
    "Massivt multiplayer, Massivt flerspillerspill, Massivt flerspelarspel, Massief multiplayer, Μαζικά πολλών παικτών, " +
    "ผู้เล่นหลายคนจำนวนมาก, Devasa Çok Oyunculu, Multipemain Masif, Nhiều người chơi",
  Racing:
    "Carreras, Course, Course automobile, Courses, Corse, Corsa, Rennspiele, Rennspiel, Rennen, Гонки, Гоночные, Перегони, " +
    "Състезателни, レース, レーシング, 竞速, 競速, 赛车, 賽車, 레이싱, Corrida, Corridas, Wyścigowe, Wyścigi, Závodní, Verseny, " +
    "Versenyzés, Curse, Ajopelit, Kilpa-ajo, Racerspil, Bilspill, Tävling, Racingspel, Racen, Αγώνες ταχύτητας, Αγωνιστικά, " +
    "แข่งรถ, การแข่งขัน, Yarış, Balapan, Đua xe, سباق, Racing Game, Racing Games",
  RPG:
    "Rol, Juegos de rol, Role-playing, Role playing, Role-playing (RPG), Role-Playing Game, Roleplaying, GDR, " +
    "Gioco di ruolo, Giochi di ruolo, JDR, Jeu de rôle, Jeux de rôle, Rollenspiel, Rollenspiele, Rollespil, Rollespill, " +
    "Rollspel, Roolipeli, Roolipelit, Rollenspellen, Ролевые игры, Ролевая игра, РПГ, Рольові, Рольові ігри, Рольова гра, " +
    "Ролеви, Ролева, ロールプレイング, 角色扮演, 롤 플레잉, 롤플레잉, RPG (fabularne), Fabularne, Na hrdiny, RPG (na hrdiny), Szerepjáték, " +
    "Joc de rol, Ρόλων, RPG (ρόλων), เกมสวมบทบาท, สวมบทบาท, Rol Yapma, Nhập vai, لعب أدوار, تقمص الأدوار",
  Simulation:
    "Simulación, Simulações, Simulação, Simulador, Simuladores, Simulazione, Simulazioni, Simulationen, Simulatie, Simulator, " +
    "Simulators, Sim, Симуляторы, Симулятор, Симуляция, Симулятори, Симулация, Симуляції, シミュレーション, シミュレーター, 模拟, 模擬, " +
    "시뮬레이션, Symulacje, Symulacja, Symulatory, Simulátory, Simulátor, Simulace, Szimuláció, Szimulátor, Simulare, " +
    "Simulaatio, Simulaattorit, Simulering, Simulatorspill, Προσομοίωση, Προσομοίωσης, จำลองสถานการณ์, การจำลอง, Simülasyon, " +
    "Simulasi, Mô phỏng, محاكاة, Simulation Games",
  Sports:
    "Sport, Deportes, Deporte, Esportes, Esporte, Desporto, Desportos, Sportif, Sports et courses, Спортивные игры, " +
    "Спортивные, Спорт, Спортивні, Спортивні ігри, Спортни, スポーツ, 体育, 運動, 스포츠, Sportowe, Sportowa, Sportovní, Sportspil, " +
    "Sportsspill, Sporturi, Urheilu, Idrott, Αθλητικά, Αθλητισμός, กีฬา, Spor, Olahraga, Thể thao, رياضة, Sports Game, " +
    "Sports Games",
  Strategy:
    "Estrategia, Estratégia, Stratégie, Strategia, Strategie, Strategi, Strategiczne, Strategická, Стратегии, Стратегия, " +
    "Стратегії, Стратегія, Стратегически, ストラテジー, 戦略, 策略, 战略, 戰略, 전략, Stratégiai, Stratégiai játék, Strategiapelit, " +
    "Strategispil, Strategispel, Στρατηγική, Στρατηγικής, กลยุทธ์, วางแผน, Strateji, Chiến lược, إستراتيجية, استراتيجية, " +
    "Strategy Game, Strategy Games",
  "Animation & Modeling":
    "Animación y modelado, Animação e Modelagem, Animation & Modellierung, Animation et modélisation, " +
    "Animazione e modellazione, Анимация и моделирование, アニメーションとモデリング, 动画制作和建模, 動畫與建模, 애니메이션과 모델링, " +
    "Animacje i modelowanie, Animation and Modeling",
  "Audio Production":
    "Producción de audio, Produção de Áudio, Audioproduktion, Production audio, Produzione audio, Работа со звуком, " +
    "オーディオ制作, 音频制作, 音訊製作, 오디오 제작, Obróbka dźwięku",
  "Design & Illustration":
    "Diseño e ilustración, Design e Ilustração, Design & Illustrationen, Design et illustration, Design e illustrazione, " +
    "Дизайн и иллюстрация, デザイン&イラストレーション, 设计和插画, 設計與插畫, 디자인과 일러스트, Projektowanie i ilustrowanie, Design and Illustration",
  Education:
    "Educación, Educação, Bildung, Éducation, Educazione, Istruzione, Образование, Освіта, 教育, 교육, Edukacja, Onderwijs, " +
    "Vzdělávání, Eğitim, Educational, Software educativo",
  "Photo Editing":
    "Edición fotográfica, Edición de fotos, Edição de Fotos, Fotobearbeitung, Retouche photo, Fotoritocco, " +
    "Работа с фотографиями, 写真編集, 照片编辑, 相片編輯, 사진 편집, Edycja zdjęć",
  "Software Training":
    "Formación con software, Formación de software, Treinamento em Software, Softwareschulungen, Softwaretraining, " +
    "Formation, Formazione, Обучение работе с ПО, ソフトウェアトレーニング, 软件培训, 軟體訓練, 소프트웨어 교육, Nauka obsługi programów",
  Utilities:
    "Utilidades, Utilitários, Utilitaires, Utilità, Dienstprogramme, Утилиты, Утиліти, ユーティリティ, 实用工具, 公用程式, 유틸리티, " +
    "Narzędzia, Narzędziowe, Nástroje, Yardımcı Programlar, Utility",
  "Video Production":
    "Producción de vídeo, Producción de video, Produção de Vídeo, Videoproduktion, Production vidéo, Produzione video, " +
    "Работа с видео, 動画制作, 视频制作, 影片製作, 비디오 제작, Produkcja filmów",
  "Web Publishing":
    "Publicación web, Publicação Web, Webveröffentlichung, Web-Publishing, Édition Web, Pubblicazione web, Веб-разработка, " +
    "ウェブ出版, 网络发行, 網頁製作, 웹 퍼블리싱, Publikacje internetowe",
  "Game Development":
    "Desarrollo de juegos, Desenvolvimento de Jogos, Spielentwicklung, Développement de jeux, Sviluppo di giochi, " +
    "Разработка игр, ゲーム開発, 游戏开发, 遊戲開發, 게임 개발, Tworzenie gier",
  "Sexual Content":
    "Contenido sexual, Conteúdo sexual, Sexuelle Inhalte, Sexueller Inhalt, Contenu sexuel, Contenuti sessuali, " +
    "Сексуальный контент, Сексуальний вміст, 性的コンテンツ, 色情内容, 色情內容, 선정적인 콘텐츠, Treści seksualne",
  Nudity: "Desnudez, Desnudos, Nudez, Nacktheit, Nudité, Nudità, Нагота, ヌード, 裸露, 노출, Nagość",
  Violent:
    "Violencia, Violento, Violência, Gewalt, Gewalttätig, Violence, Violenza, Насилие, Насильство, 暴力, 폭력적, Przemoc",
  Gore: "Sangriento, Splatter, Blutig, Расчлененка, Жорстокість, ゴア, 血腥, 유혈, Krwawe",
};

/** Further genres, as players name them; none has translations. */
const furtherGenres =
  "Action-Adventure, Action Roguelike, Action RPG, Action RTS, Arcade, Arena Shooter, ARPG, Auto Battler, Automation, " +
  "Base Building, Baseball, Basketball, Battle Royale, Beat 'em up, Board Game, Boomer Shooter, Boxing, Building, " +
  "Bullet Hell, Bullet Heaven, Card Battler, Card Game, Character Action Game, Chess, Choose Your Own Adventure, " +
  "City Builder, Clicker, Collectathon, Colony Sim, Combat Racing, Cooking, Cozy, Crafting, Creature Collector, " +
  "Cricket, CRPG, Cycling, Dating Sim, Deckbuilder, Deckbuilding, Detective, Diplomacy, Dungeon Crawler, " +
  "Education Games, Escape Room, Exploration, Extraction Shooter, Farming Sim, Fighting, First-Person Shooter, Fishing, " +
  "Flight, FMV, Football, FPS, Gambling, God Game, Golf, Grand Strategy, Hack and Slash, Hacking, Hero Shooter, " +
  "Hidden Object, Hockey, Horror, Hunting, Idler, Immersive Sim, Incremental, Interactive Fiction, Investigation, JRPG, " +
  "Life Sim, Logic, Looter Shooter, Mahjong, Management, Match 3, Medical Sim, Metroidvania, Mini Golf, MMORPG, MOBA, " +
  "Music, Mystery Dungeon, Naval Combat, On-Rails Shooter, Open World, Open World Survival Craft, Outbreak Sim, " +
  "Parkour, Party, Party-Based RPG, Party Game, Pinball, Platformer, Point & Click, Political Sim, Precision Platformer, " +
  "Psychological Horror, Puzzle, Puzzle Platformer, Real Time Tactics, Real-Time Strategy, Rhythm, Roguelike, " +
  "Roguelike Deckbuilder, Roguelite, RTS, Rugby, Runner, Sandbox, Score Attack, Shoot 'em up, Shooter, Side Scroller, " +
  "Skateboarding, Skating, Skiing, Sniper, Snooker, Snowboarding, Soccer, Social Deduction, Sokoban, Solitaire, " +
  "Souls-like, Space Sim, Spectacle Fighter, Spelling, Stealth, Strategy RPG, Survival, Survival Horror, Tabletop, " +
  "Tactical, Tactical RPG, Tennis, Text-Based, Third-Person Shooter, Time Management, Top-Down, Top-Down Shooter, " +
  "Top-Down Survival, Tower Defense, Trading, Trading Card Game, Traditional Roguelike, Trivia, Turn-Based Combat, " +
  "Turn-Based RPG, Turn-Based Strategy, Turn-Based Tactics, Twin Stick Shooter, Typing, Vehicular Combat, Visual Novel, " +
  "VR, Walking Simulator, War, Wargame, Word Game, Wrestling, 2D Fighter, 2D Platformer, 3D Fighter, 3D Platformer, 4X";

/** Other English spellings, by the name that this site uses. */
const spellings: Readonly<Record<string, string>> = {
  "Beat 'em up": "Beat-em-up, Beatemup, Brawler",
  "Hack and Slash": "Hack & Slash, Hack 'n' Slash",
  "Point & Click": "Point and Click",
  Platformer: "Platform, Platform Game, Platforming, Plateforme, Plataformas, Plataforma, Jump 'n' Run",
  Puzzle:
    "Puzzles, Puzzle Game, Puzzle Games, Rompecabezas, Quebra-cabeça, Rätsel, Головоломка, Головоломки, パズル, 解谜, 解謎, 퍼즐",
  "Visual Novel": "Visual Novels, ビジュアルノベル, 视觉小说, 視覺小說, Визуальная новелла, 비주얼 노벨",
  Horror: "Terror, Horreur, Orrore, Хоррор, Ужасы, ホラー, 恐怖, 공포",
  Shooter: "Shooters, Schießspiel, Tir, Disparos, Sparatutto, Шутер, Шутеры, シューティング, 射击, 射擊, 슈팅",
  "Souls-like": "Soulslike",
  "Shoot 'em up": "Shoot-em-up, Shmup",
  Fighting: "Fighting Game, Fighting Games, Lucha, Luta, Combat, Kampfspiel, Файтинг, 格闘, 格斗, 格鬥, 격투",
};

/** The names of Steam's genres. */
export const steamGenreNames: readonly string[] = Object.keys(steamGenres);

const canonicalNames = new Map<string, string>();
for (const [name, others] of [
  ...Object.entries(steamGenres),
  ...splitTags(furtherGenres).map((name) => [name, ""] as const),
  ...Object.entries(spellings),
]) {
  for (const spelling of [name, ...splitTags(others)]) {
    if (!canonicalNames.has(slugOf(spelling))) canonicalNames.set(slugOf(spelling), name);
  }
}

/** The genres that this site knows, by its names for them. */
export const knownGenres: readonly string[] = [...new Set(canonicalNames.values())].sort();

/** A genre as this site names it, whatever its language and spelling; an unknown one keeps its name. */
export function canonicalGenre(name: string): string {
  return canonicalNames.get(slugOf(name)) ?? name.trim();
}

/** A game's genres, separated by commas, as this site names them. */
export function canonicalGenres(genres: string | null): string | null {
  return [...new Set(splitTags(genres).map(canonicalGenre))].join(", ") || null;
}

/** The known ones of a game's genres; `null` = none. */
export function knownGenresOf(genres: string | null): string | null {
  return splitTags(genres).filter(isKnownGenre).join(", ") || null;
}

export function isKnownGenre(name: string): boolean {
  return canonicalNames.get(slugOf(name)) === name;
}

/** The slug of the genre whose other name has this one; `null` = the slug is not another name. */
export function genreSlugFor(slug: string): string | null {
  const name = canonicalNames.get(slug);
  return name === undefined || slugOf(name) === slug ? null : slugOf(name);
}

/** What people decided about words that are no known genres, by `aliasKey`; `null` = ignored. */
export type GenreAliases = ReadonlyMap<string, string | null>;

/** A word without case, accents and punctuation; `&` is "and". */
export const aliasKey = (word: string) => slugOf(word.replaceAll("&", " and "));

/** A game's genres, separated by commas, as people mapped their words; `null` = none is left. */
export function withAliases(genres: string, aliases: GenreAliases): string | null {
  const mapped = splitTags(genres).flatMap((word) => {
    const genre = aliases.get(aliasKey(word));
    return genre === undefined ? word : (genre ?? []);
  });
  return [...new Set(mapped)].join(", ") || null;
}
