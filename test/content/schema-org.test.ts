import fc from 'fast-check'
import { schemaOrg } from '../../src/content/decode/seo.ts'

const ARTICLE = { '@context': 'https://schema.org', '@type': 'NewsArticle', headline: 'Tytuł' }

test.each([
  ['an article', ARTICLE],
  ['a list of them', [ARTICLE, { ...ARTICLE, '@type': 'BreadcrumbList' }]],
  ['a context with a slash, by http', { ...ARTICLE, '@context': 'http://schema.org/' }],
  ['a context with www', { ...ARTICLE, '@context': 'https://www.schema.org' }],
  ['a list of contexts', { ...ARTICLE, '@context': ['https://schema.org', { '@language': 'pl' }] }],
  ['a context as a map', { ...ARTICLE, '@context': { '@vocab': 'https://schema.org/' } }],
  ['several types', { ...ARTICLE, '@type': ['NewsArticle', 'AnalysisNewsArticle'] }],
  ['a graph', { '@context': 'https://schema.org', '@graph': [{ '@type': 'WebPage' }] }],
])('%s is JSON-LD of schema.org, and returned unchanged', (_, schema) => {
  expect(schemaOrg(schema)).toBe(schema)
})

test.each([
  ['absent', undefined],
  ['false', false],
  ['null', null],
  ['an empty text', ''],
  ['a text', JSON.stringify(ARTICLE)],
  ['a number', 7],
  ['an empty list', []],
  ['an empty map', {}],
  ['without a context', { '@type': 'NewsArticle' }],
  ['of another vocabulary', { ...ARTICLE, '@context': 'https://example.org' }],
  ['of a host that begins like it', { ...ARTICLE, '@context': 'https://schema.org.evil.example' }],
  ['of a host that ends like it', { ...ARTICLE, '@context': 'https://evilschema.org' }],
  ['of a context that is no URL', { ...ARTICLE, '@context': 'schema.org' }],
  ['of a context that is a number', { ...ARTICLE, '@context': 7 }],
  ['without a type', { '@context': 'https://schema.org' }],
  ['of an empty type', { ...ARTICLE, '@type': '' }],
  ['of no types', { ...ARTICLE, '@type': [] }],
  ['of an empty graph', { '@context': 'https://schema.org', '@graph': [] }],
  ['a list with an invalid item', [ARTICLE, {}]],
  ['a list with a string', [ARTICLE, 'x']],
])('invalid JSON-LD is dropped: %s', (_, schema) => {
  expect(schemaOrg(schema)).toBeUndefined()
})

test('any input is returned unchanged or dropped', () => {
  const value = fc.oneof(
    fc.jsonValue(),
    fc.record({ '@context': fc.jsonValue(), '@type': fc.jsonValue(), '@graph': fc.jsonValue() }, { requiredKeys: [] }),
  )
  fc.assert(fc.property(value, (schema) => [undefined, schema].includes(schemaOrg(schema) as typeof schema)))
})
