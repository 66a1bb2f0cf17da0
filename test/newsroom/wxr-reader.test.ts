import fc from 'fast-check'
import type { SourcePart, SourcePost } from '../../tools/newsroom/source.ts'
import { wxrParts } from '../../tools/newsroom/wxr/reader.ts'
import { cdata, inPieces, postmeta, WXR_HEAD, wxr, wxrAttachment, wxrItem } from '../support/wxr.ts'

async function read(bytes: string | Uint8Array, size = 65_536): Promise<SourcePart[]> {
  const parts: SourcePart[] = []
  for await (const part of wxrParts(inPieces(bytes, size), 'Europe/Warsaw')) parts.push(part)
  return parts
}

async function posts(bytes: string | Uint8Array, size?: number): Promise<SourcePost[]> {
  return (await read(bytes, size)).flatMap((part) => (part.kind === 'post' ? [part.post] : []))
}

describe('the content of a file', () => {
  test('comes in order: site, authors, terms, attachments, posts', async () => {
    const terms = `<wp:category><wp:category_nicename>nauka</wp:category_nicename><wp:cat_name>${cdata('Nauka')}</wp:cat_name>
      <wp:category_description>${cdata('O nauce.')}</wp:category_description></wp:category>
      <wp:tag><wp:tag_slug>fizyka</wp:tag_slug><wp:tag_name>Fizyka</wp:tag_name></wp:tag>`
    const alt = postmeta('_wp_attachment_image_alt', 'Kot')
    const parts = await read(
      wxr(
        terms,
        wxrAttachment(7, 'https://blog.example/wp-content/uploads/2026/03/kot.jpg', alt),
        wxrItem({
          id: 3,
          title: 'A <em>b</em>',
          more: `<category domain="post_tag" nicename="fizyka">Fizyka</category><wp:is_sticky>1</wp:is_sticky>
            <wp:comment_status>open</wp:comment_status>${postmeta('_thumbnail_id', '7')}`,
        }),
      ),
    )
    expect(parts.at(-5)).toEqual({ kind: 'author', author: { login: 'jan', name: 'Jan Przykładowy' } })
    expect(parts.slice(-4)).toMatchObject([
      { kind: 'term', term: { kind: 'category', nicename: 'nauka', name: 'Nauka', description: 'O nauce.' } },
      { kind: 'term', term: { kind: 'tag', nicename: 'fizyka', name: 'Fizyka' } },
      { kind: 'attachment', attachment: { id: '7', alt: 'Kot' } },
      {
        kind: 'post',
        post: {
          id: '3',
          title: 'A <em>b</em>',
          guid: 'https://blog.example/?p=3',
          authors: ['jan'],
          categories: [{ nicename: 'nauka' }],
          tags: [{ nicename: 'fizyka', name: 'Fizyka' }],
          published: Date.UTC(2026, 2, 3, 9),
          isSticky: true,
          hasComments: true,
          thumbnail: '7',
          content: '<p>Treść.</p>',
          excerpt: 'Zajawka.',
        },
      },
    ])
    const sites = parts.filter((part) => part.kind === 'site')
    expect(sites.at(-1)).toEqual({ kind: 'site', site: { title: 'Blog', url: 'https://blog.example' } })
  })

  test('is the same for any chunk boundaries', async () => {
    const file = wxr(wxrItem({ content: 'Zażółć ]]> &amp; 🐈 <b>x</b>' }), wxrItem({ id: 2 }))
    const whole = await read(file)
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 400 }), async (size) => {
        expect(await read(file, size)).toEqual(whole)
      }),
      { numRuns: 25 },
    )
  })

  test('texts are exact to the character, `]]>`, entities and all', async () => {
    const content = 'a ]]> b &lt;c&gt; &amp;nbsp; ]]]]>> <![CDATA[d \r\n\te'
    expect((await posts(wxr(wxrItem({ content }))))[0]?.content).toBe(content.replace('\r\n', '\n'))
    const escaped = wxr(wxrItem()).replace(cdata('<p>Treść.</p>'), '&lt;p&gt;A &amp;amp; B&#x142;&#13;&lt;/p&gt;')
    expect((await posts(escaped))[0]?.content).toBe('<p>A &amp; Bł\r</p>')
  })

  test('the date is the one in UTC; without it that of the feed; a draft has none', async () => {
    const zero = '0000-00-00 00:00:00'
    const withPubDate = wxrItem({ date: zero, more: '<pubDate>Tue, 03 Mar 2026 10:00:00 +0100</pubDate>' })
    expect((await posts(wxr(withPubDate)))[0]?.published).toBe(Date.UTC(2026, 2, 3, 9))
    expect((await posts(wxr(wxrItem({ date: zero, status: 'draft' }))))[0]?.published).toBeUndefined()
    // Its local time is Warsaw's, not that of the importing machine.
    const local = wxrItem({ date: zero, more: '<wp:post_date>2026-07-03 10:00:00</wp:post_date>' })
    expect((await posts(wxr(local)))[0]?.published).toBe(Date.UTC(2026, 6, 3, 8))
  })

  test('comments are skipped, whatever their content and number', async () => {
    const comments = `<wp:comment><wp:comment_content>${cdata('<b>spam</b>'.repeat(1000))}</wp:comment_content><title>x</title></wp:comment>`
    const [post] = await posts(wxr(wxrItem({ title: 'Wpis', more: comments.repeat(1000) })))
    expect(post?.title).toBe('Wpis')
    expect(JSON.stringify(post)).not.toContain('spam')
  })

  test('names of meta fields are not properties of objects', async () => {
    const more = postmeta('__proto__', 'x') + postmeta('constructor', 'y') + postmeta('_thumbnail_id', '9')
    expect((await posts(wxr(wxrItem({ more }))))[0]?.thumbnail).toBe('9')
  })
})

describe('a malformed file', () => {
  test.each([
    ['a DOCTYPE', wxr().replace('<rss', '<!DOCTYPE rss [<!ENTITY a "b">]><rss'), /DOCTYPE/],
    [
      'entities that grow',
      `<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "${'&lol;'.repeat(10)}">]><rss>&lol2;</rss>`,
      /DOCTYPE/,
    ],
    ['an end that is missing', wxr(wxrItem()).slice(0, -30), /well-formed/],
    ['a page of HTML', '<html><head><title>x</title></head></html>', /not a WXR file: <html>/],
    ['a feed of another kind', '<feed><entry></entry></feed>', /not a WXR file: <feed>/],
    ['JSON', '{"a":1}', /well-formed/],
    ['nothing', '', /well-formed/],
    ['elements without end', wxr('<a>'.repeat(100)), /nested/],
    ['an encoding that nobody knows', wxr().replace('UTF-8', 'klingon-1'), /encoding is "klingon-1"/],
  ])('%s is refused in plain words', async (_name, bytes, message) => {
    await expect(read(bytes)).rejects.toThrow(message)
    await expect(read(bytes)).rejects.toHaveProperty('name', 'ImportSourceError')
  })

  test('an endless text is refused before it fills the memory', async () => {
    async function* endless() {
      yield Buffer.from(`${WXR_HEAD}<item><content:encoded><![CDATA[`)
      for (let piece = 0; piece < 10_000; piece++) yield Buffer.alloc(65_536, 'a')
    }
    const reading = async () => {
      for await (const _ of wxrParts(endless(), 'Europe/Warsaw'));
    }
    await expect(reading()).rejects.toThrow(/without the end/)
  })

  test('other encodings are detected by the declaration or the byte order mark', async () => {
    const file = wxr(wxrItem({ title: 'café' }))
    const latin1 = Buffer.from(
      file.replace('UTF-8', 'ISO-8859-1').replaceAll('Przykładowy', 'X').replaceAll('Treść', 'T'),
      'latin1',
    )
    expect((await posts(latin1))[0]?.title).toBe('café')
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(file, 'utf16le')])
    expect((await posts(utf16, 7))[0]?.title).toBe('café')
    const marked = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(file)])
    expect((await posts(marked))[0]?.title).toBe('café')
  })

  test('control characters, which exports contain, are dropped', async () => {
    expect((await posts(wxr(wxrItem({ title: 'a\u0000\u0008b\u000b' }))))[0]?.title).toBe('ab')
  })

  test('a huge item is refused by name, and the next one is read', async () => {
    const parts = await read(
      wxr(wxrItem({ title: 'Olbrzym', content: 'x'.repeat(9 * 1024 * 1024) }), wxrItem({ id: 2 })),
    )
    expect(parts.slice(-2)).toMatchObject([
      { kind: 'unreadable', name: 'Olbrzym', reason: 'it is larger than 8 MB' },
      { kind: 'post', post: { id: '2' } },
    ])
  })

  test('an item without an id, or an attachment without a URL, is skipped alone', async () => {
    const parts = await read(
      wxr(
        wxrItem({ title: 'Bez numeru' }).replace('<wp:post_id>1</wp:post_id>', ''),
        wxrAttachment(5, 'javascript:alert(1)'),
        wxrItem({ id: 2 }),
      ),
    )
    expect(parts.slice(-3)).toMatchObject([
      { kind: 'unreadable', name: 'Bez numeru' },
      { kind: 'unreadable', reason: expect.stringContaining('attachment_url') },
      { kind: 'post' },
    ])
  })

  test.each([
    ['ten million empty elements in one item', `<item><title>Bomba</title>`, '<a/>'.repeat(1000), 10_000, '</item>'],
    [
      'a million empty pieces of text',
      `<item><title>Bomba</title><content:encoded>`,
      '<![CDATA[]]>'.repeat(1000),
      1000,
      '</content:encoded></item>',
    ],
    [
      'a million elements with attributes',
      `<item><title>Bomba</title>`,
      '<a b="1" c="2"/>'.repeat(1000),
      1000,
      '</item>',
    ],
  ])(
    '%s are refused by name and fill no memory; the next item is read (COST-40)',
    async (_name, start, piece, times, end) => {
      async function* bytes() {
        yield Buffer.from(WXR_HEAD + start)
        const repeated = Buffer.from(piece)
        for (let turn = 0; turn < times; turn++) yield repeated
        yield Buffer.from(`${end}${wxrItem({ id: 2 })}</channel></rss>`)
      }
      const before = process.memoryUsage().heapUsed
      const parts: SourcePart[] = []
      let most = 0
      for await (const part of wxrParts(bytes(), 'Europe/Warsaw')) {
        most = Math.max(most, process.memoryUsage().heapUsed - before)
        parts.push(part)
      }
      expect(parts.slice(-2)).toMatchObject([
        { kind: 'unreadable', name: 'Bomba', reason: 'it is larger than 8 MB' },
        { kind: 'post', post: { id: '2' } },
      ])
      expect(most / 1024 / 1024).toBeLessThan(200)
    },
  )

  test.each([
    [
      'attributes without end',
      `<item ${Array.from({ length: 2000 }, (_, n) => `a${n}="b"`).join(' ')}/>`,
      /more than 1000 attributes/,
    ],
    ['a comment without end', `<!-- ${'x'.repeat(33 * 1024 * 1024)}`, /without the end/],
    ['an attribute without end', `<item a="${'x'.repeat(33 * 1024 * 1024)}`, /without the end/],
    ['nesting without end', '<item>'.repeat(1_000_000), /nested/],
  ])('%s is refused in plain words (COST-40)', async (_name, inside, message) => {
    await expect(read(WXR_HEAD + inside)).rejects.toThrow(message)
  })

  test('a URL of a million slashes is parsed in linear time (SEC-17)', async () => {
    const startedAt = performance.now()
    const parts = await read(wxr().replace(/https:\/\/blog\.example/g, `https://blog.example${'/'.repeat(1_000_000)}x`))
    expect(parts.filter(({ kind }) => kind === 'site').at(-1)).toMatchObject({ site: { url: '' } })
    expect(performance.now() - startedAt).toBeLessThan(5000)
  })
})
