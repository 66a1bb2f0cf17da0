import sharp from 'sharp'
import { z } from 'zod'
import type { Rest } from './rest.ts'

const MEDIA = 'https://media.gazeta.example/2026/03'
const uploaded = z.object({ source_url: z.string() })
const SHOP = 'https://sklep.example'

/** Markup that only a browser with WordPress' styles and scripts, or WordPress itself, makes what visitors see. */
export interface ShownPost {
  slug: string
  content: string
  /** Further fields of the post. */
  fields?: object
  /** Of the markup of page, AMP and feed. */
  has?: Partial<Record<'everywhere' | 'page' | 'amp' | 'feed', readonly RegExp[]>>
  /** Of none of them. */
  hasNot?: readonly RegExp[]
}

const block = (name: string, html: string, settings: object = {}): string => {
  const attributes = Object.keys(settings).length > 0 ? `${JSON.stringify(settings)} ` : ''
  return `<!-- wp:${name} ${attributes}-->\n${html}\n<!-- /wp:${name} -->`
}
const paragraph = (html: string, attributes = ''): string => block('paragraph', `<p${attributes}>${html}</p>`)
const linked = (name: string): string =>
  block(
    'image',
    `<figure class="wp-block-image size-large"><a href="${SHOP}/${name}"><img src="${MEDIA}/${name}.jpg" alt="${name}"/></a></figure>`,
    { sizeSlug: 'large', linkDestination: 'custom' },
  )
const FORMULA = '<math><mfrac><mn>1</mn><mn>2</mn></mfrac><mo>+</mo><mi>x</mi></math>'

/** @param photo URL of an image of the library, of 640 by 360 */
function shownPosts(photo: string, id: number): ShownPost[] {
  return [
    {
      slug: 'leniwe-obrazy',
      content: [
        block(
          'image',
          `<figure class="wp-block-image"><img class="lazyload" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" data-src="${MEDIA}/leniwy-1.jpg" alt="Pierwszy"/><noscript><img src="${MEDIA}/leniwy-1.jpg" alt="Pierwszy"/></noscript><figcaption>Podpis leniwego</figcaption></figure>`,
        ),
        block('html', `<p><img data-lazy-src="${MEDIA}/leniwy-2.jpg" alt="Drugi"></p>`),
        block(
          'gallery',
          `<figure class="wp-block-gallery has-nested-images columns-default is-cropped">${block('image', `<figure class="wp-block-image"><img src="/wp-content/plugins/loader/blank.gif" data-srcset="${MEDIA}/leniwy-3.jpg 640w" alt="Trzeci"/></figure>`)}\n\n${block('image', `<figure class="wp-block-image"><img src="/wp-content/plugins/loader/blank.gif" data-original="${MEDIA}/leniwy-4.jpg" alt="Czwarty"/></figure>`)}</figure>`,
          { linkTo: 'none' },
        ),
      ].join('\n\n'),
      has: { everywhere: [/leniwy-1/, /leniwy-2/, /leniwy-3/, /leniwy-4/] },
      hasNot: [/blank\.gif/],
    },
    {
      slug: 'galeria-z-odnosnikami',
      content: [
        block(
          'gallery',
          `<figure class="wp-block-gallery has-nested-images columns-default is-cropped">${linked('lampa')}\n\n${linked('stol')}<figcaption class="blocks-gallery-caption wp-element-caption">"Podpis" całości</figcaption></figure>`,
          { linkTo: 'none' },
        ),
      ].join('\n\n'),
      has: {
        everywhere: [/href="https:\/\/sklep\.example\/lampa"/, /href="https:\/\/sklep\.example\/stol"/, /całości/],
        page: [/class="[^"]*gallery/],
      },
    },
    {
      slug: 'wzory',
      content: [
        paragraph(`Zdanie ze wzorem ${FORMULA} w środku.`),
        block(
          'math',
          `<div class="wp-block-math"><math display="block"><msup><mi>E</mi><mn>2</mn></msup></math></div>`,
          {
            latex: 'E^2',
          },
        ),
        block('html', `<p>Własny kod: ${FORMULA}</p>`),
        block('list', `<ul><li>W liście ${FORMULA}</li></ul>`),
      ].join('\n\n'),
      has: {
        page: [/<math\b[\s\S]*<math\b[\s\S]*<math\b[\s\S]*<math\b/, /<msup>/],
        amp: [/1\/2/, /E<sup>2<\/sup>/],
        feed: [/1\/2/, /E<sup>2<\/sup>/],
      },
    },
    {
      slug: 'tlo-nieruchome',
      content: [
        block(
          'cover',
          `<div class="wp-block-cover has-parallax"><div role="img" aria-label="Opis tła" class="wp-block-cover__image-background has-parallax" style="background-position:50% 50%;background-image:url(${MEDIA}/nieruchome.jpg)"></div><span aria-hidden="true" class="wp-block-cover__background has-background-dim"></span><div class="wp-block-cover__inner-container">${paragraph('Tekst na nieruchomym')}</div></div>`,
          { url: `${MEDIA}/nieruchome.jpg`, alt: 'Opis tła', hasParallax: true, dimRatio: 50 },
        ),
        block(
          'cover',
          `<div class="wp-block-cover is-repeated"><div class="wp-block-cover__image-background is-repeated" style="background-position:50% 50%;background-image:url(${MEDIA}/powtarzane.jpg)"></div><span aria-hidden="true" class="wp-block-cover__background has-background-dim"></span><div class="wp-block-cover__inner-container">${paragraph('Tekst na powtarzanym')}</div></div>`,
          { url: `${MEDIA}/powtarzane.jpg`, isRepeated: true, dimRatio: 50 },
        ),
        block(
          'cover',
          `<div class="wp-block-cover has-background-dim" style="background-image:url(${MEDIA}/dawne.jpg)"><div class="wp-block-cover__inner-container">${paragraph('Tekst na dawnym')}</div></div>`,
          { url: `${MEDIA}/dawne.jpg` },
        ),
      ].join('\n\n'),
      has: { everywhere: [/nieruchome/, /powtarzane/, /dawne/, /Opis tła/] },
    },
    {
      slug: 'znaczenie-w-stylu',
      content: [
        paragraph(
          'Słowo <mark style="background-color:rgba(0, 0, 0, 0)" class="has-inline-color has-vivid-red-color">czerwone</mark> i <mark style="background-color:#fcb900" class="has-inline-color">zaznaczone</mark>.',
        ),
        block('list', '<ol type="a"><li>Litera mała</li></ol>', { ordered: true, type: 'a' }),
        block('list', '<ol style="list-style-type:upper-roman"><li>Liczba rzymska</li></ol>', {
          ordered: true,
          type: 'upper-roman',
        }),
        paragraph('Akapit wyśrodkowany', ' class="has-text-align-center"').replace(
          'wp:paragraph',
          'wp:paragraph {"align":"center"}',
        ),
        paragraph('<s>Skreślone</s> i <span style="text-decoration: underline;">podkreślone</span>'),
        block('heading', '<h2 class="wp-block-heading has-text-align-right">Śródtytuł z prawej</h2>', {
          textAlign: 'right',
        }),
      ].join('\n\n'),
      has: {
        everywhere: [/<mark[^>]*>zaznaczone/, /<ol[^>]*type="a"/, /<ol[^>]*type="I"/, /<s>Skreślone/, /<u>podkreślone/],
        page: [/class="[^"]*center[^"]*"[^>]*>(?:<[^>]*>)*Akapit wyśrodkowany/],
        amp: [/class="[^"]*center[^"]*"[^>]*>(?:<[^>]*>)*Akapit wyśrodkowany/],
      },
      hasNot: [/<mark[^>]*>czerwone/],
    },
    {
      slug: 'znaczenie-w-stylu-dawniej',
      content: [
        '<p style="text-align: center;">Dawny akapit wyśrodkowany</p>',
        'Słowa <span style="text-decoration: underline;">podkreślone</span>, <span style="text-decoration: line-through;">skreślone</span>, <del>usunięte</del> i H<sub>2</sub>O.',
        '<ol style="list-style-type: lower-alpha;"><li>Dawna litera</li></ol>',
        '<h2 style="text-align: right;">Dawny śródtytuł</h2>',
      ].join('\n\n'),
      has: {
        everywhere: [/<u>podkreślone/, /<s>skreślone/, /<del>usunięte/, /<ol[^>]*type="a"/, /H<sub>2<\/sub>O/],
        page: [/class="[^"]*center[^"]*"[^>]*>(?:<[^>]*>)*Dawny akapit/],
        amp: [/class="[^"]*center[^"]*"[^>]*>(?:<[^>]*>)*Dawny akapit/],
      },
    },
    {
      slug: 'miejsca-w-tekscie',
      content: [
        paragraph(
          'Spis: <a href="#2024-plan">plan</a>, <a href="#za%C5%BC%C3%B3%C5%82%C4%87">żółć</a>, <a href="#100%25">sto</a>.',
        ),
        block('heading', '<h2 class="wp-block-heading" id="2024-plan">Plan na rok</h2>'),
        paragraph('Treść planu.'),
        block('heading', '<h2 class="wp-block-heading" id="za%C5%BC%C3%B3%C5%82%C4%87">Zażółć</h2>'),
        paragraph('Treść gęśli.'),
        block('heading', '<h2 class="wp-block-heading" id="100%">Sto procent</h2>'),
        paragraph('Treść stu.'),
      ].join('\n\n'),
    },
    {
      slug: 'mapa-obrazu',
      content: block(
        'html',
        `<p><img src="${MEDIA}/mapa.png" alt="Mapa miasta" usemap="#miasto"><map name="miasto"><area shape="rect" coords="0,0,9,9" href="${SHOP}/centrum" alt="Centrum"><area shape="rect" coords="9,9,19,19" href="${SHOP}/port" alt="Port"></map></p>`,
      ),
      has: { everywhere: [/href="https:\/\/sklep\.example\/centrum"/, /href="https:\/\/sklep\.example\/port"/] },
    },
    {
      slug: 'znak-w-tytule',
      content: paragraph('Treść wpisu ze znakiem.'),
      has: { page: [/<h1[^>]*>Koncert 🎸 w\u00a0porcie<\/h1>/], amp: [/<h1[^>]*>Koncert 🎸 w\u00a0porcie<\/h1>/] },
      hasNot: [/s\.w\.org/],
      fields: {
        title:
          'Koncert <img src="https://s.w.org/images/core/emoji/14.0.0/72x72/1f3b8.png" alt="🎸" class="emoji" style="height:1em"> w porcie',
      },
    },
    {
      slug: 'surowe-znaki',
      content: [
        paragraph('"tak" -- i poszedł... 150x150 :)'),
        block(
          'image',
          `<figure class="wp-block-image size-full"><img src="${photo}" alt="Most" class="wp-image-${id}"/><figcaption>"Most" -- z bliska</figcaption></figure>`,
          {
            id,
            sizeSlug: 'full',
          },
        ),
        block(
          'gallery',
          `<figure class="wp-block-gallery has-nested-images columns-default is-cropped">${block('image', `<figure class="wp-block-image size-full"><img src="${photo}" alt="" class="wp-image-${id}"/><figcaption>Podpis "kadru"</figcaption></figure>`, { id, sizeSlug: 'full' })}<figcaption class="blocks-gallery-caption">Podpis "galerii"...</figcaption></figure>`,
          { linkTo: 'none' },
        ),
        block(
          'media-text',
          `<div class="wp-block-media-text"><figure class="wp-block-media-text__media"><img src="${photo}" alt="Obok" class="wp-image-${id}"/></figure><div class="wp-block-media-text__content">${paragraph('Tekst "obok" -- obrazu')}</div></div>`,
          { mediaId: id, mediaType: 'image' },
        ),
        block(
          'cover',
          `<div class="wp-block-cover"><span aria-hidden="true" class="wp-block-cover__background has-background-dim"></span><img class="wp-block-cover__image-background wp-image-${id}" alt="" src="${photo}" data-object-fit="cover"/><div class="wp-block-cover__inner-container">${paragraph('Tekst "na" -- obrazie')}</div></div>`,
          { url: photo, id, dimRatio: 50 },
        ),
        block('group', `<div class="wp-block-group">${paragraph('W "grupie" -- tekst 2x3')}</div>`),
        block(
          'columns',
          `<div class="wp-block-columns">${block('column', `<div class="wp-block-column">${paragraph('W "kolumnie"...')}${block('image', `<figure class="wp-block-image size-full"><img src="${photo}" alt="" class="wp-image-${id}"/></figure>`, { id })}</div>`)}</div>`,
        ),
        block(
          'quote',
          `<blockquote class="wp-block-quote">${paragraph('Zdanie "przytoczone"...')}<cite>"Autor" -- cytatu</cite></blockquote>`,
        ),
        block(
          'pullquote',
          '<figure class="wp-block-pullquote"><blockquote><p>Zdanie "wyjęte"...</p><cite>Źródło -- zdania</cite></blockquote></figure>',
        ),
        block(
          'table',
          '<figure class="wp-block-table"><table><thead><tr><th>"Nagłówek"</th></tr></thead><tbody><tr><td>5x5 -- komórka</td></tr></tbody></table><figcaption>Podpis "tabeli"</figcaption></figure>',
        ),
        block(
          'details',
          `<details class="wp-block-details"><summary>"Pytanie"...</summary>${paragraph('"Odpowiedź" -- krótka')}</details>`,
        ),
        block('preformatted', '<pre class="wp-block-preformatted">"Kolumna" -- A</pre>'),
        block('verse', '<pre class="wp-block-verse">"Wers" -- pierwszy...</pre>'),
        block('code', '<pre class="wp-block-code"><code>const a = "b" -- 1</code></pre>'),
        block('html', '<p>Własne "znaki" -- w kodzie</p>'),
        block(
          'buttons',
          `<div class="wp-block-buttons">${block('button', `<div class="wp-block-button"><a class="wp-block-button__link wp-element-button" href="${SHOP}/a?x=1&amp;y=2">Przycisk "pierwszy"</a></div>`)}</div>`,
        ),
        block(
          'list',
          `<ul class="wp-block-list">${block('list-item', `<li>Pozycja "jeden"${block('list', `<ul class="wp-block-list">${block('list-item', '<li>Głębiej -- tak</li>')}</ul>`)}</li>`)}</ul>`,
        ),
      ].join('\n\n'),
      has: { everywhere: [/width="640"[^>]*height="360"|height="360"[^>]*width="640"/, /&hellip;|…/] },
      hasNot: [/"tak"|&quot;tak/, /150x150/],
    },
    {
      slug: 'wypis-recznie',
      content: [paragraph('Pierwsze zdanie "tekstu" -- takie.'), paragraph('Drugie zdanie.')].join('\n\n'),
      fields: { excerpt: 'Pierwsze zdanie "tekstu" -- takie.' },
      hasNot: [/Pierwsze[\s\S]*Pierwsze/],
    },
    {
      slug: 'wypis-bez-obrazu',
      content: [
        block(
          'image',
          `<figure class="wp-block-image size-full"><img src="${photo}" alt="" class="wp-image-${id}"/><figcaption>Podpis przed tekstem</figcaption></figure>`,
          { id, sizeSlug: 'full' },
        ),
        paragraph('Początek tekstu.'),
        block('math', `<div class="wp-block-math">${FORMULA}</div>`),
        paragraph('Dalszy ciąg.'),
      ].join('\n\n'),
      hasNot: [/Początek[\s\S]*Początek/],
    },
    {
      slug: 'wypis-wlasny',
      content: [paragraph('Zwykły początek.'), paragraph('Zdanie z dalszej części.')].join('\n\n'),
      fields: { excerpt: 'Zdanie z dalszej części.' },
      has: { everywhere: [/Zdanie z dalszej części[\s\S]*Zwykły[\s\S]*Zdanie z dalszej części/] },
    },
  ]
}

/** The same of any image. */
export const SHOWN_POSTS: readonly ShownPost[] = shownPosts('', 0)

/** Publishes them, with an image of the library. */
export async function loadShownPosts(rest: Rest): Promise<void> {
  const bytes = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#643' } })
    .jpeg()
    .toBuffer()
  const id = await rest.upload('most.jpg', 'image/jpeg', bytes)
  const { source_url: photo } = uploaded.parse(await rest.get(`/media/${id}`))
  for (const [index, { slug, content, fields }] of shownPosts(photo, id).entries()) {
    await rest.make('/posts', {
      title: `Widać: ${slug}`,
      slug,
      status: 'publish',
      date: `2026-02-${String(index + 1).padStart(2, '0')}T10:00:00`,
      content,
      ...fields,
    })
  }
}
