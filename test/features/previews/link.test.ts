import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { choiceIn, pathOfLink, previewPath } from '../../../src/features/previews/choice.ts'
import { checkedLink, MAX_LIFETIME, signedLink } from '../../../src/system/signed-link.ts'

const SECRET = 'sekret-podgladu-akademii'
const OTHER_SECRET = 'sekret-podgladu-bizbloga'
const NOW = 1_795_000_000
const link = signedLink(SECRET, '123', NOW + 3600)
const query = { expires: String(link.expires), signature: link.signature }

const isValid = (id: string, sent: { expires?: unknown; signature?: unknown }, now = NOW): boolean =>
  checkedLink(SECRET, id, sent, now) !== undefined

describe('a preview link (PREVIEW-2)', () => {
  test('is HMAC-SHA-256 over id and expiry, so that a CMS can sign it too', () => {
    expect(link.signature).toBe(
      createHmac('sha256', SECRET)
        .update(`123.${NOW + 3600}`)
        .digest('hex'),
    )
    expect(pathOfLink(link)).toBe(`/preview/123?expires=${NOW + 3600}&signature=${link.signature}`)
    expect(checkedLink(SECRET, '123', query, NOW)).toEqual(link)
  })

  test('is invalid from its last second on, and never valid for more than 7 days', () => {
    expect(isValid('123', query, link.expires - 1)).toBe(true)
    expect(isValid('123', query, link.expires)).toBe(false)
    const lasting = (seconds: number) => {
      const { expires, signature } = signedLink(SECRET, '123', NOW + seconds)
      return isValid('123', { expires: String(expires), signature })
    }
    expect([lasting(MAX_LIFETIME), lasting(MAX_LIFETIME + 1)]).toEqual([true, false])
  })

  test('is invalid for another text, with another expiry and on another service', () => {
    expect(isValid('124', query)).toBe(false)
    expect(isValid('0123', query)).toBe(false)
    expect(isValid('123', { ...query, expires: String(link.expires + 1) })).toBe(false)
    expect(checkedLink(OTHER_SECRET, '123', query, NOW)).toBeUndefined()
  })

  test.each([
    ['nothing', {}],
    ['a truncated signature', { ...query, signature: link.signature.slice(0, -1) }],
    ['an empty signature', { ...query, signature: '' }],
    ['a longer signature', { ...query, signature: `${link.signature}0` }],
    ['upper case', { ...query, signature: link.signature.toUpperCase() }],
    ['unicode of the same length', { ...query, signature: 'ą'.repeat(64) }],
    ['a repeated signature', { ...query, signature: [link.signature, link.signature] }],
    ['a repeated expiry', { ...query, expires: [query.expires, query.expires] }],
    ['an expiry with a sign', { ...query, expires: `+${query.expires}` }],
    ['an expiry with spaces', { ...query, expires: ` ${query.expires}` }],
    ['an expiry in other digits', { ...query, expires: '١٧٩٥٠٠٣٦٠٠' }],
    ['an endless expiry', { ...query, expires: 'Infinity' }],
  ])('with %s is invalid, and throws nothing', (_what, sent) => {
    expect(isValid('123', sent)).toBe(false)
  })

  test('an id with anything else than letters, digits, "_" and "-" is signed by nobody', () => {
    for (const id of ['', '1.2', 'ą', '../1', '1/2', 'x'.repeat(201)]) {
      expect(() => signedLink(SECRET, id, NOW)).toThrow(RangeError)
      const signature = createHmac('sha256', SECRET).update(`${id}.${query.expires}`).digest('hex')
      expect(isValid(id, { ...query, signature })).toBe(false)
    }
  })

  test('no other text than the signed one is valid', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (id, expires, signature) => {
        expect(isValid(id, { expires, signature })).toBe(false)
      }),
    )
  })
})

describe('what a preview shows', () => {
  test('is chosen by known values; anything else is the page as readers have it', () => {
    expect(choiceIn({ output: 'amp', width: '360', theme: 'dark', framed: '1' })).toEqual({
      output: 'amp',
      width: '360',
      theme: 'dark',
      isFramed: true,
    })
    const usual = { output: 'page', width: 'full', theme: 'system', isFramed: false }
    expect(choiceIn({})).toEqual(usual)
    expect(choiceIn({ output: 'constructor', width: '100000', theme: ['dark'], framed: 'true' })).toEqual(usual)
  })

  test('stands in the query without the defaults', () => {
    const path = pathOfLink(link)
    expect(previewPath(link, choiceIn({}))).toBe(path)
    expect(previewPath(link, choiceIn({ output: 'card', theme: 'light' }))).toBe(`${path}&output=card&theme=light`)
  })
})
