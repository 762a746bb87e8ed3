// The site's address and texts are above. What a store's page is about is read from its address alone, and only the
// site is asked, once for each game.
(() => {
  /** What the page at this address shows, as the site's lookup names it; `null` = not one game. */
  const readPage = ({ hostname, pathname, origin }) => {
    const steam = /^\/(?:agecheck\/)?app\/(\d+)/.exec(pathname);
    if (hostname === "store.steampowered.com") return steam && { key: "steam", name: steam[1] };
    const isGame =
      hostname === "www.gog.com"
        ? /^\/(?:[a-z]{2}\/)?game\/\w+\/?$/.test(pathname)
        : hostname === "store.epicgames.com" &&
          /^\/(?:[a-z]{2}(?:-[A-Za-z]{2,4})?\/)?(?:p|product)\/[\w-]+/.test(pathname);
    return isGame ? { key: "url", name: origin + pathname } : null;
  };

  /** Where stores show what a game costs; elsewhere the box is in the corner of the window. */
  const places = {
    "store.steampowered.com": ["#game_area_purchase", ".game_area_purchase", ".leftcol.game_description_column"],
    "www.gog.com": [".product-actions", ".productcard-basics"],
    "store.epicgames.com": ['[data-testid="purchase-cta-button"]', "aside"],
  };

  const style = {
    box:
      "display:block;box-sizing:border-box;max-width:30rem;margin:12px 0;padding:12px 16px;border-radius:10px;" +
      "background:#15181b;color:#eef0f1;border:1px solid #33393e;font:14px/1.5 system-ui,sans-serif;text-align:start;",
    corner: "position:fixed;inset-block-end:16px;inset-inline-end:16px;z-index:2147483000;margin:0;",
    best: "font-weight:700;font-size:16px;",
    muted: "color:#a0a8af;",
    link: "color:#c4ee45;text-decoration:underline;",
  };

  const element = (name, css, text, children = []) => {
    const created = document.createElement(name);
    created.style.cssText = css;
    created.textContent = text;
    created.append(...children);
    return created;
  };

  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

  const write = (game) => {
    const money = new Intl.NumberFormat(site.locale, { style: "currency", currency: game.currency });
    const priceAt = (text, amount, store) =>
      fill(text, { price: amount === 0 ? site.texts.free : money.format(amount), store: site.stores[store] ?? store });
    const lines = [];
    if (game.best_price === null) lines.push(element("div", style.muted, site.texts.noPrice));
    else lines.push(element("div", style.best, priceAt(site.texts.best, game.best_price, game.best_store)));
    if (game.best_official_price !== null && game.best_official_store !== game.best_store) {
      lines.push(element("div", "", priceAt(site.texts.official, game.best_official_price, game.best_official_store)));
    }
    if (game.historical_low !== null) {
      lines.push(element("div", style.muted, priceAt(site.texts.low, game.historical_low, game.historical_low_store)));
    }
    if (game.verdict !== null) lines.push(element("div", style.muted, site.texts.verdicts[game.verdict]));
    const link = element("a", style.link, site.texts.compare);
    link.href = game.url;
    link.rel = "noopener";
    lines.push(element("div", "", "", [link]));
    return element("div", style.box, "", lines);
  };

  const show = (box) => {
    const found = (places[location.hostname] ?? [])
      .map((selector) => document.querySelector(selector))
      .find((one) => one !== null);
    box.id = "lootwise-box";
    box.setAttribute("role", "complementary");
    box.setAttribute("aria-label", site.name);
    if (found) found.before(box);
    else {
      box.style.cssText += style.corner;
      document.body.append(box);
    }
  };

  let shown = "";

  const update = () => {
    const page = readPage(location);
    const wanted = page ? `${page.key} ${page.name}` : "";
    if (wanted === shown) return;
    shown = wanted;
    document.getElementById("lootwise-box")?.remove();
    if (!page) return;
    const country = site.country ? `&country=${site.country}` : "";
    GM_xmlhttpRequest({
      method: "GET",
      url: `${site.address}/api/lookup?${page.key}=${encodeURIComponent(page.name)}${country}`,
      anonymous: true,
      responseType: "json",
      onload: ({ status, response }) => {
        const game = status === 200 ? response?.games?.[page.name] : null;
        // the visitor may have gone on meanwhile
        if (game && shown === wanted) show(write(game));
      },
    });
  };

  update();
  // Epic and GOG show another game without loading a page
  window.navigation?.addEventListener("navigatesuccess", update);
  window.addEventListener("popstate", update);
})();
