/** argon2id with 46 MiB and one pass, as OWASP recommends: about 15 ms on one core (decision 031). */
export const passwordCost = { memoryCost: 47_104, timeCost: 1, parallelism: 1 };

const { memoryCost, timeCost, parallelism } = passwordCost;
const prefix = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`;

/** Whether the hash was made when a password cost something else. */
export const isOutdated = (hash: string) => !hash.startsWith(prefix);

/** What a password is compared with where there is none, so that it takes as long. No password is known to have this hash. */
export const substituteHash = `${prefix}${"A".repeat(22)}$${"A".repeat(43)}`;
