import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { summaryText } from '../../tools/newsroom/summary.ts'
import { wxrSource } from '../../tools/newsroom/wxr/reader.ts'
import { type MovedSite, movedSite, SOON, smallImage, wordsOf, writeFiles } from '../support/moved-site.ts'
import { importInto, temporaryFolder, textOf, wxrText } from '../support/newsroom-import.ts'
import { postmeta, wxr, wxrAttachment, wxrItem } from '../support/wxr.ts'

const upload = (name: string) => `https://blog.example/wp-content/uploads/2026/03/${name}`
const BLOCKS = `<!-- wp:paragraph -->
<p>Akapit z <strong>mocnym</strong> i <a href="https://blog.example/2026/03/klasyczny/">odnośnikiem</a>.</p>
<!-- /wp:paragraph -->

<!-- wp:heading {"level":3} -->
<h3 class="wp-block-heading" id="wlasna-kotwica">Śródtytuł</h3>
<!-- /wp:heading -->

<!-- wp:list -->
<ul class="wp-block-list"><!-- wp:list-item -->
<li>jeden *nie kursywa*</li>
<!-- /wp:list-item -->

<!-- wp:list-item -->
<li>dwa</li>
<!-- /wp:list-item --></ul>
<!-- /wp:list -->

<!-- wp:image {"id":90} -->
<figure class="wp-block-image"><img src="${upload('most-300x200.jpg')}" alt="Most" class="wp-image-90"/><figcaption class="wp-element-caption">Most <em>nocą</em></figcaption></figure>
<!-- /wp:image -->

<!-- wp:gallery {"columns":2,"linkTo":"none"} -->
<figure class="wp-block-gallery has-nested-images columns-2"><!-- wp:image -->
<figure class="wp-block-image"><img src="${upload('a.jpg')}" alt="A"/></figure>
<!-- /wp:image -->

<!-- wp:image -->
<figure class="wp-block-image"><img src="${upload('b.jpg')}" alt="B"/><figcaption class="wp-element-caption">Podpis B</figcaption></figure>
<!-- /wp:image --></figure>
<!-- /wp:gallery -->

<!-- wp:table -->
<figure class="wp-block-table"><table><thead><tr><th>Rok</th><th>Cena</th></tr></thead><tbody><tr><td>2025</td><td>10 | 11</td></tr></tbody></table></figure>
<!-- /wp:table -->

<!-- wp:code -->
<pre class="wp-block-code"><code>a &lt; b

  &amp;&amp; c</code></pre>
<!-- /wp:code -->

<!-- wp:columns -->
<div class="wp-block-columns"><!-- wp:column -->
<div class="wp-block-column"><!-- wp:paragraph -->
<p>Lewa kolumna</p>
<!-- /wp:paragraph --></div>
<!-- /wp:column --></div>
<!-- /wp:columns -->

<!-- wp:embed {"url":"https://www.youtube.com/watch?v=SQEQr7c0-dw","type":"video","providerNameSlug":"youtube"} -->
<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">
https://www.youtube.com/watch?v=SQEQr7c0-dw
</div></figure>
<!-- /wp:embed -->`

const CLASSIC = `Pierwszy wiersz
drugi wiersz

[caption id="attachment_90" align="alignleft" width="300"]<img src="${upload('most.jpg')}" alt="Most" /> Podpis klasyczny[/caption]

[gallery ids="91,92"]

[embed]https://www.youtube.com/watch?v=SQEQr7c0-dw[/embed]

[contact-form-7 id="5"]

<ul>
<li>punkt</li>
</ul>
<blockquote>Cytat</blockquote>`

const comment =
  '<wp:comment><wp:comment_id>1</wp:comment_id><wp:comment_content>KOMENTARZ</wp:comment_content></wp:comment>'
const ITEMS = [
  wxrAttachment(90, upload('most.jpg'), postmeta('_wp_attachment_image_alt', 'Most o świcie')),
  wxrAttachment(91, upload('a.jpg')),
  wxrAttachment(92, upload('b.jpg')),
  wxrItem({
    id: 1,
    slug: 'blokowy',
    title: 'Blokowy',
    content: BLOCKS,
    more: postmeta('_thumbnail_id', '90') + comment,
  }),
  wxrItem({ id: 2, slug: 'klasyczny', title: 'Klasyczny', content: CLASSIC, more: comment + comment }),
  wxrItem({
    id: 3,
    slug: 'yoast',
    title: 'Z opisem',
    excerpt: '',
    more: postmeta('_yoast_wpseo_metadesc', 'Opis z wtyczki.'),
  }),
  wxrItem({
    id: 4,
    slug: 'szablon',
    title: 'Z szablonem',
    excerpt: '',
    more: postmeta('_yoast_wpseo_metadesc', '%%excerpt%%'),
  }),
  wxrItem({ id: 5, slug: 'strona', title: 'Strona', type: 'page', content: '<p>Treść strony.</p>' }),
  wxrItem({ id: 6, slug: 'szkic', title: 'Szkic', status: 'draft' }),
  wxrItem({ id: 7, slug: 'planowany', title: 'Planowany', status: 'future', date: `${SOON} 12:00:00` }),
  wxrItem({
    id: 8,
    slug: '2026-podsumowanie',
    title: 'Rok 2026',
    content: '1. Nie lista\n\n# Nie nagłówek\n\n:::nie dyrektywa\n\n{{ nie szablon }} i {% to też %}',
  }),
  wxrItem({ id: 9, slug: 'za%c5%bc%c3%b3%c5%82%c4%87', title: 'Zażółć' }),
  wxrItem({ id: 10, slug: 'prywatny', title: 'Prywatny', status: 'private' }),
  wxrItem({ id: 11, slug: 'haslo', title: 'Hasło', more: '<wp:post_password>x</wp:post_password>' }),
  wxrItem({
    id: 12,
    slug: 'wiersz',
    title: 'Wiersz',
    content: '<!-- wp:verse -->\n<pre class="wp-block-verse">a\n\n  b</pre>\n<!-- /wp:verse -->',
  }),
  wxrItem({
    id: 13,
    slug: 'ze-skryptem',
    title: 'Ze skryptem',
    content: '<!-- wp:html -->\n<div>\n\n<p>HTML własny</p>\n\n</div>\n<!-- /wp:html -->',
  }),
]

let input: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  input = await temporaryFolder()
  const jpeg = await smallImage()
  await writeFiles(input.path, {
    'uploads/2026/03/most.jpg': jpeg,
    'uploads/2026/03/a.jpg': jpeg,
    'uploads/2026/03/b.jpg': jpeg,
    'a.xml': wxr(...ITEMS.slice(0, 6)),
    'b.xml': wxr(...ITEMS.slice(6)),
  })
})
afterAll(() => input.remove())

describe('a divided export of WordPress, as Markdown', () => {
  let site: MovedSite
  beforeAll(async () => {
    const files = ['a.xml', 'b.xml'].map((name) => join(input.path, name))
    site = await movedSite(wxrSource(files, 'Europe/Warsaw'), {
      format: 'markdown',
      hasDrafts: true,
      uploads: join(input.path, 'uploads'),
    })
  })
  afterAll(() => site?.close())

  test('every post is there, and the doctor finds nothing wrong', () => {
    expect(site.doctor).toMatchObject({ state: 'good' })
    expect(site.summary).toMatchObject({ imported: 11, images: 3, failed: [] })
    expect(site.summary.others.get('comment')).toBe(3)
  })

  test('blocks are Markdown where it can say them, and are shown as before', async () => {
    const file = await textOf(site.folder, 'akademia/articles/blokowy.md')
    for (const written of [
      '**mocnym**',
      '[odnośnikiem](/2026/03/klasyczny)',
      '![Most](/2026/03/most.webp "Most _nocą_")',
      ':::gallery{columns="2"}',
      '| Rok',
      '10 \\| 11',
      '```',
      '<h3 class="wp-block-heading" id="wlasna-kotwica">',
    ]) {
      expect(file).toContain(written)
    }
    const body = await site.body('/2026/03/blokowy')
    for (const shown of [
      'Akapit z mocnym i odnośnikiem.',
      'Śródtytuł',
      'jeden *nie kursywa*',
      'Most nocą',
      'Podpis B',
      '10 | 11',
      'Lewa kolumna',
    ]) {
      expect(wordsOf(body)).toContain(shown)
    }
    expect(body.querySelector('#wlasna-kotwica')).not.toBeNull()
    expect(body.querySelector('pre')?.textContent).toContain('a < b\n\n  && c')
    expect(body.innerHTML).toContain('SQEQr7c0-dw')
    expect(site.summary.keptHtml.get('core/heading')).toBe(1)
    expect((await site.portal.get('/2026/03/blokowy')).text).toContain('Most o świcie')
  })

  test('classic text has its paragraphs, captions and galleries', async () => {
    const body = await site.body('/2026/03/klasyczny')
    for (const shown of ['Pierwszy wiersz drugi wiersz', 'Podpis klasyczny', 'punkt', 'Cytat'])
      expect(wordsOf(body)).toContain(shown)
    expect(body.querySelectorAll('img').length).toBeGreaterThanOrEqual(3)
    expect(body.querySelector('blockquote')).not.toBeNull()
    expect(wordsOf(body)).not.toContain('contact-form')
    expect(summaryText(site.summary)).toContain('[contact-form-7] 1')
  })

  test('what looks like Markdown is text, and lines of HTML stay together', async () => {
    const words = wordsOf(await site.body('/2026/03/2026-podsumowanie'))
    for (const shown of ['1. Nie lista', '# Nie nagłówek', ':::nie dyrektywa', '{{ nie szablon }} i {% to też %}'])
      expect(words).toContain(shown)
    expect((await site.body('/2026/03/wiersz')).querySelector('pre')?.textContent).toBe('a\n\n  b')
    expect(wordsOf(await site.body('/2026/03/ze-skryptem'))).toBe('HTML własny')
  })

  test('the description of Yoast is the lead, unless it is a template', async () => {
    expect((await site.portal.get('/2026/03/yoast')).text).toContain('Opis z wtyczki.')
    expect((await site.portal.get('/2026/03/szablon')).text).not.toContain('%%')
  })

  test('old URLs lead to the new ones', async () => {
    const moved = async (path: string) => {
      const { status, headers } = await site.portal.get(encodeURI(path))
      return [status, headers.location]
    }
    expect(await moved('/?p=2')).toEqual([301, '/2026/03/klasyczny'])
    expect(await moved('/category/nauka/')).toEqual([301, '/kategoria/nauka'])
    expect(await moved('/2026/03/zażółć/')).toEqual([301, '/2026/03/zazolc'])
    expect((await site.portal.follow('/2026/03/blokowy/')).status).toBe(200)
  })
})

test('broken XML is named by its file and its line, and an entity is none', async () => {
  const { path, remove } = await temporaryFolder()
  const file = join(path, 'zepsuty.xml')
  await writeFile(file, `${wxr(wxrItem()).slice(0, 900)}</wrong>\n</rss>`)
  await expect(importInto(join(path, 'n'), wxrSource(file, 'Europe/Warsaw'))).rejects.toThrow(
    /zepsuty\.xml: not well-formed XML: \d+:\d+/,
  )
  await writeFile(
    file,
    '<!DOCTYPE rss [<!ENTITY a SYSTEM "file:///etc/passwd"><!ENTITY b "&a;&a;">]>\n<rss><channel></channel></rss>',
  )
  await expect(importInto(join(path, 'n'), wxrSource(file, 'Europe/Warsaw'))).rejects.toThrow(/DOCTYPE/)
  await remove()
})

test('an article keeps its form across imports: Markdown stays Markdown', async () => {
  const { path, remove } = await temporaryFolder()
  const source = wxrText(wxr(wxrItem({ slug: 'a' })))
  await importInto(path, source, { format: 'markdown' })
  expect(await importInto(path, source, { format: 'html' })).toMatchObject({ imported: 0, unchanged: 1 })
  expect(await textOf(path, 'akademia/articles/a.md')).toContain('Treść.')
  await remove()
})
