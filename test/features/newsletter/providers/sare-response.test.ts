import fc from 'fast-check'
import { readSareResponse, SARE_LISTS } from '../../../../src/features/newsletter/providers/sare-response.ts'
import { scrubbed, scrubbedText } from '../../../../src/system/scrub.ts'
import { RUNS } from '../../../support/property-runs.ts'

const none = { error: [], blocked: [], notUpdated: [], updated: [], imported: [] }

test('NEWS-4: code and status keep their types, in any notation', () => {
  expect(readSareResponse({ code: '200', status: 1, response: [] })).toEqual({ code: 200, status: '1', response: none })
  expect(readSareResponse({ response: false })).toEqual({ code: 200, status: 'ok', response: none })
  expect(readSareResponse({ code: 422, response: { blocked: [3] } })).toEqual({
    code: 422,
    status: 'error',
    response: { ...none, blocked: [{ status: 3 }] },
  })
})

test('NEWS-4: of a list at most 20 items are passed on, of an item 20 fields, of a text 200 characters', () => {
  const item = { status: 1, ...Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`f${n}`, 'x'.repeat(5000)])) }
  const read = readSareResponse({ response: { imported: Array.from({ length: 500 }, () => item) } })
  const [first] = read?.response.imported ?? []
  expect(read?.response.imported).toHaveLength(20)
  expect(Object.keys(first ?? {})).toHaveLength(20)
  expect(first?.f0).toBe('x'.repeat(200))
  expect(JSON.stringify(read).length).toBeLessThan(100_000)
})

test.each([
  'ola@poczta.example',
  'OLA+lista@Poczta.Example',
  'mailto:ola@poczta.example',
  '<ola@poczta.example>',
  'ola%40poczta.example',
  'ola&#64;poczta.example',
  'ola&#x40;poczta.example',
  'ola＠poczta.example',
  'żółw@poczta.example',
  '"ola k"@poczta.example',
])('NEWS-4: the address in %j is left out', (address) => {
  const text = scrubbedText(`Adres ${address} jest zablokowany`)
  expect(text).not.toMatch(/poczta/i)
  expect(text).toMatch(/^Adres .*jest zablokowany$/)
})

test('NEWS-4: fields with personal data or secrets are left out, and nothing reaches the prototype', () => {
  const shown = JSON.parse(
    '{"__proto__":{"isAdmin":true},"constructor":{"a":1},"email":"x","eMail":1,"phone":"1","ip":"1.2.3.4","apiKey":"k","id":5,"group":{"id":1,"owner_email":"z","deep":{"deeper":{"deepest":{"id":1}}}}}',
  ) as Record<string, unknown>
  const left = scrubbed(shown)
  expect(left).toEqual({ id: 5, group: { id: 1, deep: { deeper: {} } } })
  expect(Object.getPrototypeOf(left)).toBe(Object.prototype)
})

test('a long text without a single space is parsed in linear time', () => {
  const startedAt = performance.now()
  scrubbedText('a'.repeat(64 * 1024))
  expect(performance.now() - startedAt).toBeLessThan(200)
})

test('any response of the provider is passed on in shape and without addresses', () => {
  const value = fc.jsonValue({ maxDepth: 4 })
  const lists = fc.dictionary(fc.constantFrom(...SARE_LISTS, 'debug'), value)
  const response = fc.oneof(value, fc.record({ code: value, status: value, response: fc.oneof(lists, value) }))
  fc.assert(
    fc.property(response, fc.emailAddress(), (json, address) => {
      const withAddress = JSON.parse(JSON.stringify(json).replaceAll('"a"', () => JSON.stringify(address))) as unknown
      const read = readSareResponse(withAddress)
      if (!read) return
      expect(Object.keys(read)).toEqual(['code', 'status', 'response'])
      expect([typeof read.code, typeof read.status]).toEqual(['number', 'string'])
      expect(Object.keys(read.response)).toEqual([...SARE_LISTS])
      for (const item of Object.values(read.response).flat()) expect(typeof item.status).toBe('number')
      expect(JSON.stringify(read)).not.toContain(address)
      expect(JSON.stringify(read)).not.toMatch(/[\w.-]@[\w-]/)
    }),
    { numRuns: RUNS },
  )
})
