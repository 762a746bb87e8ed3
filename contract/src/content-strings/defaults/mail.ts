/**
 * Default texts of mails, except those of price alerts. A blank line separates paragraphs. Only the server reads them,
 * when it sends a mail.
 */
export const mailTexts = {
  "mail.confirm_address.subject": "Confirm your email address for {brand}",
  "mail.confirm_address.text":
    "Hello {username},\n\nan account at {brand} was registered with this address. Confirm that it is yours; the link works for 48 hours. Until then, {brand} sends no price alerts here.",
  "mail.confirm_address.action": "Confirm this address",
  "mail.confirm_address.reason":
    "If you didn't register at {brand}, don't confirm. If it wasn't you, you don't need to do anything.",

  "mail.confirm_new_address.subject": "Confirm your new email address for {brand}",
  "mail.confirm_new_address.text":
    "Hello {username},\n\nthe account of this name at {brand} is to use this address. Confirm that both are yours; the link works for 48 hours.",
  "mail.confirm_new_address.action": "Confirm this address",
  "mail.confirm_new_address.reason":
    "If this isn't your account at {brand}, don't confirm. If it wasn't you, you don't need to do anything.",

  "mail.address_taken.subject": "Someone tried to use your email address at {brand}",
  "mail.address_taken.text":
    "Hello,\n\nsomeone, perhaps you, tried to change the email address of an account at {brand} to this one. It already belongs to another account, so nothing has changed.",
  "mail.address_taken.action": "Sign in",
  "mail.address_taken.reason": "If it wasn't you, you don't need to do anything.",

  "mail.address_change_requested.subject": "Your email address at {brand} is about to change",
  "mail.address_change_requested.text":
    "Hello {username},\n\nsomeone, probably you, asked to change the email address of your account at {brand}. The new address counts once it is confirmed.\n\nIf it wasn't you, undo this within 7 days. This keeps your address, signs everybody out, and removes the password, all connected accounts, passkeys, authenticator apps and API keys. Notification channels are switched off, and links to your lists end. You then choose a new password.",
  "mail.address_change_requested.action": "This wasn't me",
  "mail.address_change_requested.reason": "If it was you, you don't need to do anything.",

  "mail.address_changed.subject": "Your email address at {brand} was changed",
  "mail.address_changed.text":
    "Hello {username},\n\nyour account at {brand} now uses another email address.\n\nIf it wasn't you, undo this within 7 days. This restores your address, signs everybody out, and removes the password, all connected accounts, passkeys, authenticator apps and API keys. Notification channels are switched off, and links to your lists end. You then choose a new password.",
  "mail.address_changed.action": "Restore my address",
  "mail.address_changed.reason": "If it was you, you don't need to do anything.",

  "mail.address_restored.subject": "A change of your email address at {brand} was undone",
  "mail.address_restored.text":
    "Hello {username},\n\nthe previous email address of your account at {brand} was restored by a link that was mailed there. This address belongs to the account no longer, and all its sessions have ended.",
  "mail.address_restored.reason": "You get this message because your account used this address.",

  "mail.reset_password.subject": "Choose a new password for {brand}",
  "mail.reset_password.text":
    "Hello {username},\n\nsomeone, probably you, asked for a new password for your account at {brand}. The link works once, for one hour.",
  "mail.reset_password.action": "Choose a new password",
  "mail.reset_password.reason": "If it wasn't you, you don't need to do anything: your password stays as it is.",
  "mail.reset_password.connected_stay":
    "These connected accounts can sign in to your account, too, and still can with a new password: {accounts}. Remove any that isn't yours on your profile.",
  "mail.reset_password.connected_go":
    "This address was never confirmed, so a new password also removes these connected accounts: {accounts}. You can connect them again on your profile.",
  "mail.reset_password.access_stay":
    "A new password leaves these as they are: {access}. Look at them on your profile and your notifications page, and remove any that isn't yours. If a passkey or an app that isn't yours keeps you out, use the link in the message about it, or write to us.",
  "mail.reset_password.access_go":
    "This address was never confirmed, so a new password also removes or disables these: {access}.",

  "mail.new_device.subject": "New sign-in to your account at {brand}",
  "mail.new_device.text":
    "Hello {username},\n\nsomeone, probably you, signed in to your account at {brand} with a device that it didn't know: {device}, on {time}.\n\nIf it wasn't you, choose a new password: this signs everybody out.",
  "mail.new_device.action": "Choose a new password",
  "mail.new_device.reason": "If it was you, you don't need to do anything.",

  "mail.password_changed.subject": "Your password at {brand} was changed",
  "mail.password_changed.text":
    "Hello {username},\n\nthe password of your account at {brand} was changed on {time}. All other sessions have ended.\n\nIf it wasn't you, choose a new password right away.",
  "mail.password_changed.action": "Choose a new password",
  "mail.password_changed.reason": "If it was you, you don't need to do anything.",

  "mail.factor_added.subject": "A second factor was added to your account at {brand}",
  "mail.factor_added.text":
    "Hello {username},\n\n{factor} was added to your account at {brand} on {time}. Signing in may ask for it from now on.\n\nIf it wasn't you, take your account back within 7 days. This signs everybody out, and removes the password, all connected accounts, passkeys, authenticator apps and API keys. Notification channels are switched off, and links to your lists end. You then choose a new password.",
  "mail.factor_added.action": "This wasn't me",
  "mail.factor_added.reason": "If it was you, you don't need to do anything.",

  "mail.factor_removed.subject": "A second factor was removed from your account at {brand}",
  "mail.factor_removed.text":
    "Hello {username},\n\n{factor} was removed from your account at {brand} on {time}.\n\nIf it wasn't you, choose a new password and look at your profile.",
  "mail.factor_removed.action": "See your profile",
  "mail.factor_removed.reason": "If it was you, you don't need to do anything.",

  "mail.recovery_codes_renewed.subject": "New recovery codes for your account at {brand}",
  "mail.recovery_codes_renewed.text":
    "Hello {username},\n\nyour account at {brand} got new recovery codes on {time}. The earlier ones no longer work.\n\nIf it wasn't you, choose a new password and renew the codes on your profile.",
  "mail.recovery_codes_renewed.action": "See your profile",
  "mail.recovery_codes_renewed.reason": "If it was you, you don't need to do anything.",

  "mail.recovery_code_used.subject": "A recovery code of your account at {brand} was used",
  "mail.recovery_code_used.text":
    "Hello {username},\n\na recovery code of your account at {brand} was used on {time}. It doesn't work again; renew your codes when few are left.\n\nIf it wasn't you, choose a new password and renew the codes on your profile.",
  "mail.recovery_code_used.action": "See your profile",
  "mail.recovery_code_used.reason": "If it was you, you don't need to do anything.",

  "mail.key_created.subject": "A new API key of your account at {brand}",
  "mail.key_created.text":
    "Hello {username},\n\nan API key was created for your account at {brand} on {time}. A program that has it may do this: {scopes}.\n\nIf it wasn't you, choose a new password and revoke the key on your profile.",
  "mail.key_created.action": "See your profile",
  "mail.key_created.reason": "If it was you, you don't need to do anything.",

  "mail.key_revoked.subject": "API keys of your account at {brand} were revoked",
  "mail.key_revoked.text":
    "Hello {username},\n\nAPI keys of your account at {brand} were revoked on {time}: {count}. Programs that used them have no access any more.\n\nIf it wasn't you, choose a new password and look at your profile.",
  "mail.key_revoked.action": "See your profile",
  "mail.key_revoked.reason": "If it was you, you don't need to do anything.",

  "mail.provider_connected.subject": "{provider} was connected to your account at {brand}",
  "mail.provider_connected.text":
    "Hello {username},\n\na {provider} account can sign in to your account at {brand} since {time}.\n\nIf it wasn't you, choose a new password and remove the {provider} account on your profile.",
  "mail.provider_connected.action": "See your profile",
  "mail.provider_connected.reason": "If it was you, you don't need to do anything.",

  "mail.provider_disconnected.subject": "{provider} was removed from your account at {brand}",
  "mail.provider_disconnected.text":
    "Hello {username},\n\na {provider} account can no longer sign in to your account at {brand} since {time}. All other sessions have ended.\n\nIf it wasn't you, choose a new password and look at your profile.",
  "mail.provider_disconnected.action": "See your profile",
  "mail.provider_disconnected.reason": "If it was you, you don't need to do anything.",

  "mail.report_reply.subject": "Your report about {title} at {brand}",
  "mail.report_reply.text":
    "Hello,\n\nyou told us that the price of {title} at {store} is wrong. This is our reply:\n\n{reply}",
  "mail.report_reply.action": "See the game",
  "mail.report_reply.reason": "You get this message because a report at {brand} named this address.",

  "mail.channel_code.subject": "Your code for notifications from {brand}",
  "mail.channel_code.text":
    "Hello,\n\nsomeone, probably you, wants notifications from {brand} at this address. If it is yours, enter this code within an hour:\n\n{code}",
  "mail.channel_code.action": "See your notifications",
  "mail.channel_code.reason": "If it wasn't you, you don't need to do anything: nothing else is sent here.",

  "mail.channel_test.subject": "A test notification from {brand}",
  "mail.channel_test.text": "Hello,\n\nnotifications from {brand} reach this address. This message is the proof.",
  "mail.channel_test.action": "See your notifications",
  "mail.channel_test.reason": "You get this message because a test was asked for at {brand}.",

  "mail.channel_disabled.subject": "Notifications from {brand} no longer reach {channel}",
  "mail.channel_disabled.text":
    "Hello,\n\nnotifications from {brand} to your channel {channel} haven't arrived for a week, or it no longer exists. Nothing is sent there any more.\n\nOn your notifications page you can see why, set it up again or remove it.",
  "mail.channel_disabled.action": "See your notifications",
  "mail.channel_disabled.reason": "You get this message because this channel belongs to your account at {brand}.",

  "mail.test.subject": "A test mail from {brand}",
  "mail.test.text": "Hello {username},\n\n{brand} can send mail. This message is the proof.",
  "mail.test.action": "Back to the dashboard",
  "mail.test.reason": "You get this message because you asked for it on the dashboard of {brand}.",

  // in mails with a button
  "mail.button_address": "If the button does not work, open this address:",

  // for {access}, {factor} and {device}
  "mail.access.apps_one": "{count} authenticator app",
  "mail.access.apps_other": "{count} authenticator apps",
  "mail.access.passkeys_one": "{count} passkey",
  "mail.access.passkeys_other": "{count} passkeys",
  "mail.access.keys_one": "{count} API key",
  "mail.access.keys_other": "{count} API keys",
  "mail.access.channels_one": "{count} notification channel ({names})",
  "mail.access.channels_other": "{count} notification channels ({names})",
  "mail.factor.totp": "an authenticator app",
  "mail.factor.passkey": "a passkey",
  "mail.device.known": "{browser} on {system}",
  "mail.device.unknown": "unknown",
} as const;

/** Default texts of messages to other channels than mail, and of mails about prices besides those of the inbox. */
export const messageTexts = {
  "message.sentence": "{title}.",
  "message.item": "{price} at {store}. {reason}",
  "message.item_before": "{price} at {store}, before {before}. {reason}",
  "message.more_one": "and {count} more",
  "message.more_other": "and {count} more",
  "message.code_title": "{brand} wants to send notifications here",
  "message.code_text": "If you asked for this, enter this code at {brand} within an hour: {code}",
  "message.test_title": "A test from {brand}",
  "message.test_text": "Notifications arrive here.",
} as const;

type Key = keyof typeof mailTexts;

/** Mails whose texts are content strings: `mail.<template>.subject` and so on. */
export type MailTemplate = Key extends infer K ? (K extends `mail.${infer Name}.subject` ? Name : never) : never;
