/**
 * Default texts of price alerts. In a separate file, because only signed-in users load them.
 */
export const alertTexts = {
  "alerts.any_drop_set": "Alert: Any Drop",
  "alerts.target_set": "Alert at {price}",
  "alerts.reached": "Reached",

  "alerts.dialog_title": "Price Alert",
  "alerts.dialog_text": "We'll email you once {title} costs this or less.",
  "alerts.price_now": "It costs {price} now.",
  "alerts.when": "Tell me",
  "alerts.any_drop": "At any price drop",
  "alerts.more_kinds": "More kinds of alerts",
  "alerts.at_target": "When it costs at most",
  "alerts.target": "Target price in dollars",
  "alerts.target_in": "Target price in {currency}",
  "alerts.reached_text":
    "The price is there already: {price}. You get a mail once it has been above your target and comes back.",
  "alerts.no_email": "Your account has no email address yet. Add one on your profile, or no mail can reach you.",
  "alerts.unverified": "Confirm your email address to get alerts. You can request another link on your profile.",
  "alerts.mails_stopped": "All alert mails are stopped. Your alerts are kept but send no mail.",
  "alerts.mails_resume": "Resume Alert Mails",
  "alerts.mails_resume_failed": "Failed to resume the alert mails. Please try again.",
  "alerts.save": "Set Alert",
  "alerts.change": "Change Alert",
  "alerts.saving": "Saving…",
  "alerts.remove": "Remove Alert",
  "alerts.cancel": "Cancel",
  "alerts.save_failed": "Failed to set the price alert. Please try again.",
  "alerts.remove_failed": "Failed to remove the price alert. Please try again.",

  "alerts.list_empty": "No price alerts yet. Set one on a game's page or on your wishlist.",
  "alerts.list_failed": "Failed to load your price alerts. Please try again.",
  "alerts.list_loading": "Loading price alerts…",
  "alerts.list_all": "Show all {count}",
  "alerts.list_any_drop": "At any drop",
  "alerts.list_target": "At {price} or less",
  "alerts.list_change": "Change alert",
  "alerts.list_remove": "Remove alert",
  "alerts.now": "now {price}",
  "alerts.last_mail": "Last mail {date}",
} as const;
