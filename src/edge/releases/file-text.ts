import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { MAX_FILE_BYTES } from './file-names.ts'

/** A file is stored compressed where the build has it compressed. */
const FORMS = { br: 'br ', identity: 'id ' } as const
/** Base64 takes four characters for three bytes. */
export const MAX_TEXT_LENGTH = Math.ceil(MAX_FILE_BYTES / 3) * 4 + FORMS.br.length

export function textOf({ identity, br }: { identity: Buffer; br?: Buffer | undefined }): string {
  return br ? FORMS.br + br.toString('base64') : FORMS.identity + identity.toString('base64')
}

/** @throws when it is no such text, or holds more than a file may have */
export async function bodiesOf(text: string): Promise<{ identity: Buffer; br?: Buffer }> {
  const form = text.slice(0, FORMS.br.length)
  const bytes = Buffer.from(text.slice(FORMS.br.length), 'base64')
  if (form === FORMS.identity) return { identity: bytes }
  if (form !== FORMS.br) throw new Error('not a file')
  const identity = await promisify(brotliDecompress)(bytes, { maxOutputLength: MAX_FILE_BYTES })
  return { identity, br: bytes }
}
