import { NO_TABLE } from '../../src/content/ad-table.ts'
import { withLead, withTopicLead } from '../../src/content/decode/lead.ts'
import { createServices } from '../support/customer-site.ts'
import { linkRules } from './world.ts'

const list = { seo: {} }
const leadOf = (html: string) =>
  withLead<{ seo: { description?: string }; lead?: readonly string[] }>(list, html, linkRules())

test('a lead keeps links and emphasis, a paragraph each; nothing else of it is markup (TOPIC-1)', () => {
  expect(
    leadOf('Tekst z <a href="/kategoria/x" onclick="a()">linkiem</a> i <em>naciskiem</em>.\n\nDrugi').lead,
  ).toEqual(['Tekst z\u00a0<a href="/kategoria/x">linkiem</a> i\u00a0<em>naciskiem</em>.', 'Drugi'])
  expect(leadOf('<p>Raz</p><p>Dwa</p>').lead).toEqual(['Raz', 'Dwa'])
  expect(leadOf('<h2 id="main">A</h2><img src="x" onerror="a()"><script>a()</script>&lt;b&gt;').lead).toEqual([
    'A',
    '&lt;b&gt;',
  ])
  expect(leadOf('<a href="javascript:a()">x</a>').lead).toEqual(['x'])
  expect(leadOf(' \n\n ')).toBe(list)
  expect(leadOf('a\n\n'.repeat(100)).lead).toHaveLength(12)
})

test('it describes its list for search engines where nothing else does, in 300 characters at most (TOPIC-2)', () => {
  expect(leadOf('O <b>mieście</b> &amp; wsi').seo.description).toBe('O mieście & wsi')
  const long = leadOf('słowo '.repeat(100)).seo.description ?? ''
  expect([long.length <= 300, long.endsWith('słowo…')]).toEqual([true, true])
  expect(withLead({ seo: { description: 'Własny' } }, 'Lead', linkRules()).seo.description).toBe('Własny')
})

test('the lead of the service’s file stands in for one of the CMS (TOPIC-1)', () => {
  const topics = { categories: { miasto: 'O <mieście>' }, tags: { port: 'O porcie' } }
  const own = { ...linkRules(), service: { ...createServices().akademia, topics } }
  const archive = {
    ...{ type: 'category' as const, name: 'N', heading: 'N', seo: {}, blocks: [], cards: [], maxPage: 1 },
    ...{ perPage: 2, total: 1, adSlots: [], outOfPageSlots: [], removedSlots: [] },
    adSources: { of: 'list' as const, own: NO_TABLE, configured: NO_TABLE },
  }
  const lead = (kind: 'category' | 'tag' | 'author', slug: string, of: typeof archive = archive) => {
    const shown = withTopicLead(of, kind, slug, own)
    return 'lead' in shown ? shown.lead : undefined
  }
  expect(lead('category', 'miasto')).toEqual(['O\u00a0&lt;mieście&gt;'])
  expect([lead('tag', 'port'), lead('tag', 'miasto'), lead('author', 'miasto')]).toEqual([
    ['O\u00a0porcie'],
    undefined,
    undefined,
  ])
  expect(lead('category', 'constructor')).toBeUndefined()
  expect(lead('category', 'miasto', withLead(archive, 'Z CMS', own))).toEqual(['Z\u00a0CMS'])
})
