/** argon2id with 12 MiB and three passes, as OWASP recommends: about 7 ms on one core (decision 031). */
export const passwordCost = { memoryCost: 12_288, timeCost: 3, parallelism: 1 };

const { memoryCost, timeCost, parallelism } = passwordCost;
const prefix = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`;

/** Whether the hash was created with another cost. */
export const isOutdated = (hash: string) => !hash.startsWith(prefix);

/**
 * Compared with the password of an unknown account or one without a password, so that it takes the same time. No known
 * password has this hash.
 */
export const substituteHash = `${prefix}${"A".repeat(22)}$${"A".repeat(43)}`;
