/** argon2id with 64 MiB and 3 passes: about 70 ms on one core. */
export const passwordCost = { memoryCost: 65_536, timeCost: 3, parallelism: 1 };

const { memoryCost, timeCost, parallelism } = passwordCost;

/** What a password is compared with where there is none, so that it takes as long. No password is known to have this hash. */
export const substituteHash = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${"A".repeat(22)}$${"A".repeat(43)}`;
