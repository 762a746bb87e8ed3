import { createHmac, randomInt } from "node:crypto";
import type { Db } from "../../../platform/db/connect.ts";
import { eq } from "../../../platform/db/drizzle.ts";
import type { SecretKey } from "../../../platform/process/secret-key.ts";
import { recoveryCodes } from "./table.ts";

const count = 10;

/** 31 unambiguous characters, so that ten of them are 49 random bits. */
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";
const groupLength = 5;

/** Replaces the account's recovery codes and returns the new ones, which are stored as keyed hashes only. */
export async function replaceRecoveryCodes(tx: Db, userId: number, secretKey: SecretKey): Promise<string[]> {
  const codes = Array.from({ length: count }, () => `${randomGroup()}-${randomGroup()}`);
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ userId, codeHash: hashRecoveryCode(userId, code.replace("-", ""), secretKey) })));
  return codes;
}

/** The hash of a code without its hyphen. The account is part of it: two accounts can't be compared. */
export function hashRecoveryCode(userId: number, code: string, secretKey: SecretKey): Buffer {
  return createHmac("sha256", secretKey.derive("recovery codes")).update(`${userId} ${code}`).digest();
}

function randomGroup(): string {
  return Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join("");
}
