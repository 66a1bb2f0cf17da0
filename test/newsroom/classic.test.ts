import fc from 'fast-check'
import { type HtmlNode, serialise } from '../../src/content/html/tree.ts'
import { type Shortcode, withoutLibrary, withoutShortcodes } from '../../src/content/shortcodes.ts'
import { blockJson, parseBlocks } from '../../src/sources/block-grammar.ts'
import { blocksOf } from '../../tools/newsroom/classic/blocks.ts'
import { withParagraphs } from '../../tools/newsroom/classic/paragraphs.ts'
import { RUNS } from '../support/property-runs.ts'
import { visibleWords } from '../support/visible-text.ts'

/** White space between blocks is a nameless block, as in WordPress. */
const namedBlocks = (document: string) => parseBlocks(document).filter(({ blockName }) => blockName !== null)
const written = (nodes: HtmlNode[]): string => nodes.map(serialise).join('')
const paragraphs = (html: string): string => written(withParagraphs(html, []))

describe('paragraphs', () => {
  test.each([
    ['a blank line ends a paragraph, a line break is a break', 'a\nb\n\nc', '<p>a<br>\nb</p><p>c</p>'],
    ['however it is written', 'a\r\nb\r\n \t\r\n\r\nc', '<p>a<br>\nb</p><p>c</p>'],
    ['two breaks are a blank line', 'a<br />\n<br>b', '<p>a</p><p>b</p>'],
    ['a break that is there is not doubled', 'a<br>\nb\n<br>c', '<p>a<br>b<br>c</p>'],
    ['blocks stand between paragraphs', 'a\n<h2>b</h2>\nc', '<p>a</p><h2>b</h2><p>c</p>'],
    ['what has paragraphs keeps them', '<p>a</p>\n\n<p class="x">b</p>', '<p>a</p><p class="x">b</p>'],
    ['a paragraph that is never closed ends at a blank line', '<p>a\n\nb', '<p>a</p><p>b</p>'],
    [
      'an element that a blank line goes through is there on both sides',
      '<em>a\n\nb</em> c',
      '<p><em>a</em></p><p><em>b</em> c</p>',
    ],
    ['preformatted text stays as it is', '<pre>a\n\n  b</pre>', '<pre>a\n\n  b</pre>'],
    ['so does a script', 'a\n<script>\n\nb\n\n</script>', '<p>a</p><script>\n\nb\n\n</script>'],
    ['a quotation has paragraphs', '<blockquote>a\n\nb</blockquote>', '<blockquote><p>a</p><p>b</p></blockquote>'],
    [
      'an item of a list has none, unless blank lines part it',
      '<ul>\n<li>a\nb</li>\n<li>c\n\nd</li>\n</ul>',
      '<ul>\n<li>a<br>\nb</li>\n<li><p>c</p><p>d</p></li>\n</ul>',
    ],
    ['nor has a cell', '<table>\n<tr><td>a</td></tr></table>', '<table>\n<tbody><tr><td>a</td></tr></tbody></table>'],
    ['a box is a place of its own', '<div>\n\na\n\n</div>b', '<div><p>a</p></div><p>b</p>'],
    ['a link around a block is no paragraph', '<a href="/x"><h2>a</h2></a>', '<a href="/x"><h2>a</h2></a>'],
    ['comments are no text', 'a<!--more-->\n\n<!--nextpage-->b', '<p>a</p><p>b</p>'],
    ['white space alone is nothing', ' \n\n \n', ''],
    ['spaces between words and elements stay', 'a <b>b</b>\n<i>c</i> d', '<p>a <b>b</b><br>\n<i>c</i> d</p>'],
  ])('%s', (_name, html, expected) => {
    expect(paragraphs(html)).toBe(expected)
  })

  test('the URL of a player alone on a line is an embed; any other URL, or one within a line, is text', () => {
    const embeds = (html: string): unknown[] =>
      namedBlocks(blocksOf(withParagraphs(html, []))).map(({ blockName, attrs }) => [blockName, attrs.url])
    const clip = 'https://www.youtube.com/watch?v=SQEQr7c0-dw'
    expect(embeds(`Przed\n${clip}\nPo`)).toEqual([
      ['core/paragraph', undefined],
      ['core/embed', clip],
      ['core/paragraph', undefined],
    ])
    expect(embeds(`Zobacz ${clip}`)).toEqual([['core/paragraph', undefined]])
    expect(embeds('https://blog.example/wpis')).toEqual([['core/paragraph', undefined]])
    expect(embeds(`<b>a</b>${clip}`)).toEqual([['core/paragraph', undefined]])
  })

  test('an empty paragraph separates the words around it', () => {
    expect(visibleWords(blocksOf(withParagraphs('<a> w0 <p><table> w0 ', [])))).toEqual(['w0', 'w0'])
  })

  test('no word is lost, duplicated or moved, in any markup', () => {
    const tag = fc.constantFrom(...'p div em b a blockquote ul li pre h2 table td br span figure'.split(' '))
    const piece = fc.oneof(
      fc.constantFrom('\n', '\n\n', ' ', '<!-- x -->'),
      fc.integer({ min: 0, max: 999 }).map((word) => ` w${word} `),
      tag.map((name) => `<${name}>`),
      tag.map((name) => `</${name}>`),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const html = pieces.join('')
        const blocks = blocksOf(withParagraphs(html, []))
        expect(visibleWords(blocks)).toEqual(visibleWords(html))
      }),
      { numRuns: RUNS },
    )
  })

  test('unlimited white space and paragraphs are parsed in linear time', () => {
    expect(blocksOf(withParagraphs(`a${' '.repeat(500_000)}b`, []))).toContain('a')
    expect(blocksOf(withParagraphs('a\n\n'.repeat(200_000), []))).toContain('<p>a</p>')
  })

  test('unlimited nesting does no harm', () => {
    expect(visibleWords(paragraphs(`${'<div>'.repeat(400)}a\n\nb`)).join(' ')).toBe('a b')
  })
})

describe('shortcodes', () => {
  const imageFile = { url: 'https://blog.example/a.jpg', alt: 'A "a"', caption: 'Podpis <em>a</em>' }
  const unknown: string[] = []
  const shortcodes: Shortcode[] = []
  const world = {
    embeds: [],
    gallery: (shortcode: Shortcode) => {
      shortcodes.push(shortcode)
      return [imageFile, { url: 'https://blog.example/b.jpg' }]
    },
    playlist: () => [{ url: 'https://blog.example/1.mp3', title: 'Odcinek </script> --> 1' }],
    onUnknown: (name: string) => {
      unknown.push(name)
      return undefined
    },
  }
  const run = (html: string): string => withoutShortcodes(html, world).replace(/\n+/g, '\n').trim()
  beforeEach(() => {
    unknown.length = 0
    shortcodes.length = 0
  })

  test('a caption is a figure, with its link and its markup', () => {
    const figure = (caption: string) =>
      `<figure class="wp-block-image"><a href="/x"><img src="a.jpg" /></a><figcaption class="wp-element-caption">${caption}</figcaption></figure>`
    const image = '<a href="/x"><img src="a.jpg" /></a>'
    expect(run(`[caption id="a" width="300"]${image} Podpis <em>b</em>[/caption]`)).toBe(figure('Podpis <em>b</em>'))
    expect(run(`[caption caption='Dawny podpis']${image}[/caption]`)).toBe(figure('Dawny podpis'))
    expect(run('[caption]bez obrazka[/caption]')).toBe('bez obrazka')
  })

  test('a gallery is a figure of figures', () => {
    const html = run('[gallery ids="3, 4" columns=2]')
    expect(shortcodes).toMatchObject([{ attributes: { ids: '3, 4', columns: '2' } }])
    expect(html).toContain('<img src="https://blog.example/a.jpg" alt="A &quot;a&quot;"/>')
    expect(html).toContain('<figcaption class="wp-element-caption">Podpis <em>a</em></figcaption>')
    const [gallery] = namedBlocks(blocksOf(withParagraphs(html, [])))
    expect(gallery?.blockName).toBe('core/gallery')
  })

  test.each([
    ['[embed width="300"]https://vimeo.com/1[/embed]', 'https://vimeo.com/1'],
    ['[youtube https://www.youtube.com/watch?v=SQEQr7c0-dw]', 'https://www.youtube.com/watch?v=SQEQr7c0-dw'],
    ['[soundcloud url="https://soundcloud.com/a/b"]', 'https://soundcloud.com/a/b'],
  ])('%s is an embed', (shortcode, url) => {
    const blocks = namedBlocks(blocksOf(withParagraphs(run(`a\n\n${shortcode}\n\nb`), [])))
    expect(blocks.map(({ blockName, attrs }) => [blockName, attrs.url]).slice(1, 2)).toEqual([['core/embed', url]])
  })

  test('sounds are players with all their files (VIDEO-7)', () => {
    expect(
      run('[audio mp3="https://blog.example/a/b.mp3" ogg="/a/b.ogg" loop="on" autoplay="on" preload="none"][/audio]'),
    ).toBe(
      '<figure class="wp-block-audio"><audio controls loop preload="none"><source src="https://blog.example/a/b.mp3" type="audio/mpeg"/><source src="/a/b.ogg" type="audio/ogg"/></audio></figure>',
    )
    expect(run('[audio https://blog.example/a.wav]')).toContain(
      '<source src="https://blog.example/a.wav" type="audio/wav"/>',
    )
  })

  test('videos are players with poster, size and subtitles, or embeds of their provider (VIDEO-7)', () => {
    const written =
      '[video width="640" height="360" mp4="https://a.test/1.mp4" m4v="https://a.test/1.m4v" webm="https://a.test/1.webm" ogv="https://a.test/1.ogv" poster="https://a.test/1.jpg"]<track src="https://a.test/1.vtt" srclang="pl">[/video]'
    expect(run(written)).toBe(
      '<figure class="wp-block-video"><video controls poster="https://a.test/1.jpg" width="640" height="360"><source src="https://a.test/1.mp4" type="video/mp4"/><source src="https://a.test/1.m4v" type="video/mp4"/><source src="https://a.test/1.webm" type="video/webm"/><source src="https://a.test/1.ogv" type="video/ogg"/><track src="https://a.test/1.vtt" srclang="pl"></video></figure>',
    )
    const [block] = namedBlocks(blocksOf(withParagraphs(run(written), [])))
    expect(block?.blockName).toBe('core/video')
    expect(run('[video src="https://www.youtube.com/watch?v=SQEQr7c0-dw"]')).toContain('wp-block-embed')
    expect(run('[video src="javascript:alert(1)" poster="javascript:x"]')).toBe('')
    expect(unknown).toEqual(['video'])
  })

  test('a playlist has the form of WordPress’ own, whatever its titles say (VIDEO-7)', () => {
    const html = run('[playlist ids="1"]')
    expect(html).toMatch(/^<div class="wp-playlist wp-audio-playlist"><script [^>]*>\{"type":"audio","tracks":\[/)
    expect(html.match(/<\/script>/g)).toHaveLength(1)
    expect(html).toContain('https://blog.example/1.mp3')
  })

  test('without a media library shortcodes that it cannot read stay as they are (VIDEO-7)', () => {
    const text = 'a [gallery ids="1,2"] [playlist ids="1"] [formularz id=7] [kolumna a="1"]b[/kolumna] [audio src="x"]'
    expect(withoutShortcodes(text, withoutLibrary([]))).toBe(text)
  })

  test('of other shortcodes the brackets are removed, and the text between them stays', () => {
    expect(run('[kolumna width="1/2"]a [guzik]b[/guzik][/kolumna] [formularz id=7][pusty /]')).toBe('a b')
    expect(unknown).toEqual(['kolumna', 'guzik', 'formularz', 'pusty'])
  })

  test.each([
    'a [simple boat] b',
    '[sic] [1] [...] [Kowalski 2020] [a',
    'x[i][j] [a "b',
    '<a href="x">[link]</a> [b<i>c</i>]',
    '[[',
    ']]',
    '[]',
    '[/gallery]',
  ])('%s is text', (text) => {
    expect(run(text)).toBe(text)
  })

  test('a doubled bracket is an escaped one', () => {
    expect(run('[[gallery ids="1"]]')).toBe('[gallery ids="1"]')
  })

  test('unlimited brackets are parsed in linear time', () => {
    for (const piece of ['[a "', '[', '[a b=', '[caption]', '[[a', '[x y="]"']) {
      expect(typeof run(piece.repeat(20_000))).toBe('string')
    }
  })

  test('nested without limit keep their words', () => {
    const names = Array.from({ length: 20_000 }, (_, index) => `n${index}`)
    const opened = names.map((name) => `[${name} x]`).join('')
    const closed = [...names].reverse().map((name) => `[/${name}]`)
    expect(run(`${opened}słowo${closed.join('')}`)).toContain('słowo')
  })
})

describe('blocks', () => {
  const blocks = (html: string) =>
    namedBlocks(blocksOf(withParagraphs(html, []))).map(({ blockName, attrs }) => [blockName, attrs])

  test('replace known markup; the rest is HTML', () => {
    expect(
      blocks(
        '<h3>a</h3>\n<p style="text-align: center;">b</p>\n<img src="x.jpg">\n<hr>\n<table><tr><td>c</table><ul><li>d</ul>e',
      ),
    ).toEqual([
      ['core/heading', { level: 3 }],
      ['core/paragraph', { align: 'center' }],
      ['core/image', {}],
      ['core/separator', {}],
      ['core/table', {}],
      ['core/list', {}],
      ['core/paragraph', {}],
    ])
    // A block of that name would lose parts of these.
    expect(
      blocks('<ul><li><p>a</p></li></ul><blockquote><h2>b</h2></blockquote><table><tr><td><ul><li>c</ul></table>'),
    ).toEqual([['core/html', {}]])
  })

  test('no text is parsed as a delimiter', () => {
    const names = blocks(
      'a <!-- wp:acf/buybox {"data":{}} /--> b &lt;!-- wp:html --&gt;\n\n<div><!-- /wp:paragraph --></div>c',
    )
    expect(names.map(([name]) => name)).toEqual(['core/paragraph', 'core/html', 'core/paragraph'])
  })

  test('settings end no comment', () => {
    expect(blockJson({ a: '--><script>&' })).toBe('{"a":"\\u002d\\u002d\\u003e\\u003cscript\\u003e\\u0026"}')
    expect(JSON.parse(blockJson({ a: '--->' }))).toEqual({ a: '--->' })
  })
})
