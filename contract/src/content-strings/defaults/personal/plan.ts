/** Default texts about subscriptions. In a separate file, because they load late and only where there are plans. */
export const planTexts = {
  "plans.in": "Included in {plan}",
  "plans.in_until": "Included in {plan} until {date}",
  "plans.in_likely": "Included in {plan}, probably until {month}",
  "plans.mine": "You have it with {plan}",
  "plans.mine_until": "You have it with {plan} until {date}",
  "plans.mine_likely": "You have it with {plan}, probably until {month}",
  "plans.own": "In your {plan}",
  "plans.basket": "In your {plans}: {count} of these {total}",
  "plans.title": "My subscriptions",
  "plans.text":
    "Which of these do you pay for? Games that they have say so, and you can be notified when one joins or leaves.",
  "plans.price": "{price} a month",
  "plans.save_failed": "Your subscriptions couldn't be saved. Try again.",
} as const;
