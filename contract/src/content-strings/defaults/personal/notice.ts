/**
 * Default texts of fired rules, for the inbox, mails and other channels. In a separate file, because only the server
 * and the notifications page load them.
 */
export const noticeTexts = {
  "notices.subject.game": "{title}",
  "notices.subject.wishlist": "a game on your wishlist",
  "notices.subject.list": "a game on your list “{list}”",
  "notices.condition.target": "costs {value} or less",
  "notices.condition.discount": "is at least {value} % off",
  "notices.condition.low": "hits a new historical low",
  "notices.condition.stock": "is back in stock",
  "notices.condition.free": "is free",
  "notices.condition.drop": "gets cheaper",
  "notices.where.all": "at any store",
  "notices.where.mine": "at your stores",
  "notices.where.official": "at an official store",
  "notices.reason": "You asked to hear when {subject} {condition} {where}.",

  "notices.title.target": "{title} is {price} at {store}",
  "notices.title.discount": "{title} is {price} at {store}",
  "notices.title.low": "New low: {title} is {price} at {store}",
  "notices.title.stock": "{title} is back in stock, {price} at {store}",
  "notices.title.free": "{title} is free at {store}",
  "notices.title.drop": "{title} is down to {price} at {store}",
  "notices.free": "free",
  "notices.several": "{count} price notifications",
  "notices.before": "Before: {price}",
  "notices.key_shop": "{store} is a key shop: it resells keys that it bought elsewhere.",
  "notices.see_prices": "See all prices",
  "notices.see_all": "See your notifications",
  "notices.digest_intro": "This is what your rules have found.",
  "notices.digest_reason": "You asked {brand} to tell you about these prices.",
  "notices.stop_rule": "Remove this rule",
  "notices.stop_all": "Stop all notifications",
  "notices.stop_channel": "Stop notifications to this address",
} as const;
