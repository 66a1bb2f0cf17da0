import { randomBytes } from 'node:crypto'

/** 128 bits cannot be guessed. */
const TOKEN_BYTES = 16

export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}
