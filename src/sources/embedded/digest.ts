import { createHash } from 'node:crypto'

export const digestOf = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('base64url')
