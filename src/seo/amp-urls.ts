import { createHash } from 'node:crypto'
import { domainToASCII, domainToUnicode } from 'node:url'
import type { Article } from '../content/article.ts'
import { encodedKey } from '../content/links.ts'
import { AMP_NEXT_PATH, cmsPath } from '../content/public-paths.ts'
import type { Service } from '../services/service.ts'
import { originOf } from './head.ts'

const MAX_LABEL = 63
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const LEFT_TO_RIGHT = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Han}]/u

/**
 * amp.dev, "AMP cache URL format".
 * @param host ASCII
 */
export function cacheSubdomain(host: string): string {
  const readable = domainToUnicode(host).replaceAll('-', '--').replaceAll('.', '-')
  // It would claim to be internationalised.
  const fenced = readable.slice(2, 4) === '--' ? `0-${readable}-0` : readable
  const isMixed = RIGHT_TO_LEFT.test(readable) && LEFT_TO_RIGHT.test(readable)
  const label = host.includes('.') && !isMixed ? domainToASCII(fenced) : ''
  return label === '' || label.length > MAX_LABEL ? hashed(host) : label
}

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'

/** SHA-256 in unpadded base 32 (RFC 4648, 6). */
function hashed(host: string): string {
  const bits = [...createHash('sha256').update(host).digest()].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

export function leadsOn({ hasAmp, articleLayout }: Service, { isPage }: Article): boolean {
  return hasAmp && articleLayout === 'scroll' && !isPage
}

/** @param from position in the list */
export function ampNextUrl(article: Article, service: Service, from: number): string {
  return `${originOf(service)}${AMP_NEXT_PATH}${encodedKey(cmsPath(article.path))}?from=${from}`
}
