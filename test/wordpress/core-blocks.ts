import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { z } from 'zod'
import type { Editor, Tree } from './editor.ts'
import type { Rest } from './rest.ts'

/** A post with some blocks of WordPress' core. */
export interface BlockPost {
  slug: string
  /** What an editor makes, or markup that no block of the editor saves. */
  content: readonly Tree[] | string
  /** Blocks of `content` when it is markup. */
  names?: readonly string[]
  /** Further fields of the post. */
  fields?: object
}

const MEDIA = 'https://media.gazeta.example/2026/03'
const NOTE = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
const SECOND_NOTE = 'f47ac10b-58cc-4372-a567-0e02b2c3d479'
const noteLink = (id: string, number: number): string =>
  `<sup data-fn="${id}" class="fn"><a href="#${id}" id="${id}-link">${number}</a></sup>`

const text = (content: string): Tree => ['paragraph', { content }]
const image = (name: string, caption = ''): Tree => [
  'image',
  { url: `${MEDIA}/${name}.jpg`, alt: `Opis ${name}`, caption },
]
/** The two oldest posts, which change with no other. */
const OLDEST = { perPage: 2, pages: 0, offset: 0, postType: 'post', order: 'asc', orderBy: 'date', inherit: false }

/** Every block of WordPress' core, in the posts of an editor. */
export const BLOCK_POSTS: readonly BlockPost[] = [
  {
    slug: 'tekst',
    content: [
      ['heading', { content: 'Śródtytuł <em>pochyły</em>', level: 3 }],
      [
        'paragraph',
        { content: 'Akapit z <strong>wagą</strong> i <a href="https://inny.example/">odnośnikiem</a>.', dropCap: true },
      ],
      [
        'list',
        { ordered: true, start: 4 },
        [['list-item', { content: 'Pozycja czwarta' }, [['list', {}, [['list-item', { content: 'Zagnieżdżona' }]]]]]],
      ],
      ['quote', { citation: 'Autor cytatu' }, [text('Zdanie przytoczone')]],
      ['pullquote', { value: 'Zdanie wyjęte z tekstu', citation: 'Źródło zdania' }],
      ['verse', { content: 'Wers pierwszy<br>wers drugi' }],
      ['preformatted', { content: 'Kolumna A   Kolumna B' }],
      ['code', { content: 'const liczba = 7' }],
      [
        'table',
        {
          head: [{ cells: [{ content: 'Nagłówek', tag: 'th' }] }],
          body: [{ cells: [{ content: 'Komórka', tag: 'td' }] }],
          caption: 'Podpis tabeli',
        },
      ],
      ['separator'],
      ['spacer', { height: '40px' }],
      ['html', { content: '<p>Własny <mark>znacznik</mark></p>' }],
    ],
  },
  {
    slug: 'dzwiek-i-obraz',
    content: [
      ['audio', { src: `${MEDIA}/odcinek.mp3`, caption: 'Odcinek o kluczach', loop: true }],
      [
        'video',
        {
          src: `${MEDIA}/wyklad.mp4`,
          poster: `${MEDIA}/plakat.jpg`,
          caption: 'Wykład z napisami',
          muted: true,
          tracks: [{ src: `${MEDIA}/napisy.vtt`, kind: 'captions', srcLang: 'pl', label: 'Polski' }],
        },
      ],
      [
        'file',
        {
          href: `${MEDIA}/raport.pdf`,
          fileName: 'Raport roczny',
          textLinkHref: `${MEDIA}/raport.pdf`,
          showDownloadButton: true,
          downloadButtonText: 'Pobierz raport',
          displayPreview: true,
        },
      ],
      [
        'image',
        {
          url: `${MEDIA}/kadr.jpg`,
          alt: 'Opis kadru',
          caption: 'Podpis kadru',
          linkDestination: 'custom',
          href: 'https://inny.example/kadr',
        },
      ],
      [
        'gallery',
        { linkTo: 'none', caption: 'Podpis galerii' },
        [image('galeria-1', 'Pierwszy kadr'), image('galeria-2', 'Drugi kadr')],
      ],
      [
        'media-text',
        { mediaUrl: `${MEDIA}/obok.jpg`, mediaType: 'image', mediaAlt: 'Obok' },
        [text('Tekst obok obrazu')],
      ],
      [
        'media-text',
        { mediaUrl: `${MEDIA}/obok.mp4`, mediaType: 'video', mediaPosition: 'right' },
        [text('Tekst obok wideo')],
      ],
      [
        'embed',
        {
          url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
          type: 'video',
          providerNameSlug: 'youtube',
          caption: 'Podpis osadzenia',
        },
      ],
    ],
  },
  {
    slug: 'uklad',
    content: [
      [
        'columns',
        {},
        [
          ['column', { width: '60%' }, [text('Kolumna szersza'), ['audio', { src: `${MEDIA}/w-kolumnie.mp3` }]]],
          ['column', {}, [text('Kolumna węższa')]],
        ],
      ],
      ['group', {}, [text('W grupie'), ['video', { src: `${MEDIA}/w-grupie.mp4` }]]],
      ['cover', { url: `${MEDIA}/tlo.jpg`, dimRatio: 40 }, [text('Tekst na obrazie')]],
      ['cover', { url: `${MEDIA}/tlo.mp4`, backgroundType: 'video', dimRatio: 40 }, [text('Tekst na wideo')]],
      [
        'buttons',
        {},
        [
          ['button', { text: 'Przycisk pierwszy', url: 'https://inny.example/1' }],
          ['button', { text: 'Przycisk drugi', url: 'https://inny.example/2' }],
        ],
      ],
      ['text-columns', { columns: 2, content: [{ children: 'Stara kolumna' }, { children: 'Druga stara kolumna' }] }],
      [
        'social-links',
        {},
        [
          [
            'social-link',
            { url: 'https://mastodon.example/@gazeta', service: 'mastodon', label: 'Gazeta w Mastodonie' },
          ],
        ],
      ],
    ],
  },
  {
    slug: 'rozwijane',
    content: [
      [
        'details',
        { summary: 'Jak <strong>liczyliśmy</strong>?' },
        [text('Liczyliśmy tak.'), ['audio', { src: `${MEDIA}/w-rozwijanym.mp3` }]],
      ],
      ['details', { summary: 'Otwarte od początku', showContent: true }, [text('Widać od razu.')]],
    ],
  },
  {
    slug: 'przypisy',
    content: [text(`Zdanie z przypisem${noteLink(NOTE, 1)} i drugim${noteLink(SECOND_NOTE, 2)}.`), ['footnotes']],
    fields: {
      meta: {
        footnotes: JSON.stringify([
          { id: NOTE, content: 'Treść przypisu z <em>tytułem</em>.' },
          { id: SECOND_NOTE, content: 'Drugi przypis.' },
        ]),
      },
    },
  },
  {
    slug: 'strony',
    content: [text('Strona pierwsza'), ['nextpage'], text('Strona druga'), ['nextpage'], text('Strona trzecia')],
  },
  { slug: 'wiecej', content: [text('Przed znacznikiem'), ['more', { customText: 'Czytaj' }], text('Po znaczniku')] },
  {
    slug: 'listy',
    content: [
      ['archives'],
      ['archives', { displayAsDropdown: true }],
      ['calendar'],
      ['categories'],
      ['tag-cloud'],
      ['page-list'],
      ['latest-comments', { commentsToShow: 1 }],
      [
        'latest-posts',
        { postsToShow: 2, order: 'asc', displayPostDate: true, displayAuthor: true, displayFeaturedImage: true },
      ],
      ['rss', { feedURL: 'https://kanal.gazeta.example/rss', itemsToShow: 2, displayExcerpt: true }],
    ],
  },
  {
    slug: 'petla',
    content: [
      text('Przed pętlą'),
      [
        'query',
        { queryId: 1, query: OLDEST },
        [
          ['query-title', { type: 'archive' }],
          ['query-total'],
          [
            'post-template',
            {},
            [
              ['post-title', { isLink: true, level: 3 }],
              ['post-featured-image'],
              ['post-date'],
              ['post-author'],
              ['post-author-name'],
              ['post-author-biography'],
              ['avatar'],
              ['post-terms', { term: 'category' }],
              ['post-excerpt', { moreText: 'Dalej' }],
              ['post-content'],
              ['read-more', { content: 'Czytaj całość' }],
            ],
          ],
          ['query-no-results', {}, [text('Nic nie ma')]],
          [
            'query-pagination',
            {},
            [['query-pagination-previous'], ['query-pagination-numbers'], ['query-pagination-next']],
          ],
        ],
      ],
      [
        'query',
        { queryId: 2, query: { ...OLDEST, search: 'czegoś-takiego-nie-ma' } },
        [
          ['post-template', {}, [['post-title']]],
          ['query-no-results', {}, [text('Pętla bez wyników')]],
        ],
      ],
      text('Po pętli'),
    ],
  },
  {
    slug: 'komentarze',
    content: [
      text('Rozmowa w tekście'),
      [
        'comments',
        {},
        [
          ['comments-title'],
          [
            'comment-template',
            {},
            [
              ['avatar'],
              ['comment-author-name'],
              ['comment-date'],
              ['comment-content'],
              ['comment-edit-link'],
              ['comment-reply-link'],
            ],
          ],
          [
            'comments-pagination',
            {},
            [['comments-pagination-previous'], ['comments-pagination-numbers'], ['comments-pagination-next']],
          ],
          ['post-comments-form'],
        ],
      ],
    ],
  },
  {
    slug: 'o-stronie',
    content: [
      ['site-title'],
      ['site-tagline'],
      ['site-logo'],
      ['loginout'],
      ['search', { label: 'Szukaj w gazecie', buttonText: 'Znajdź' }],
      [
        'navigation',
        { overlayMenu: 'never' },
        [
          ['home-link', { label: 'Początek' }],
          ['navigation-link', { label: 'Odnośnik menu', url: 'https://inny.example/menu', kind: 'custom' }],
          [
            'navigation-submenu',
            { label: 'Podmenu', url: 'https://inny.example/pod' },
            [['navigation-link', { label: 'W podmenu', url: 'https://inny.example/w' }]],
          ],
        ],
      ],
      ['post-title'],
      ['post-terms', { term: 'post_tag' }],
      ['post-navigation-link', { type: 'previous' }],
      ['term-description'],
      text('Zwykły akapit'),
    ],
  },
  { slug: 'wzorzec', content: [text('Przed wzorcem'), ['pattern', { slug: 'gazeta/wezwanie' }], text('Po wzorcu')] },
  { slug: 'czesc-szablonu', content: [text('Przed częścią'), ['template-part', { slug: 'footer' }]] },
  {
    slug: 'widzety',
    content:
      '<!-- wp:legacy-widget {"id":"block-4"} /--><!-- wp:widget-group {"title":"Tytuł grupy"} --><!-- wp:paragraph --><p>W grupie widżetów</p><!-- /wp:paragraph --><!-- /wp:widget-group -->',
    names: ['legacy-widget', 'widget-group'],
  },
  {
    slug: 'klasyczny',
    content: `<p>Klasyczny akapit</p>\n<video controls src="${MEDIA}/klasyczny.mp4"></video>\n[audio src="${MEDIA}/klasyczny.mp3"][/audio]`,
    names: ['freeform'],
  },
  {
    slug: 'nieznany',
    content: '<!-- wp:wtyczka/nieznany --><p>Treść bloku wtyczki, której już nie ma</p><!-- /wp:wtyczka/nieznany -->',
    names: ['missing'],
  },
]

/** Names of all blocks of a WordPress, from its own files. */
export async function namesOfCoreBlocks(folder: string): Promise<string[]> {
  const blocks = join(folder, 'wp-includes/blocks')
  const schema = z.object({ name: z.string() })
  const entries = (await readdir(blocks, { withFileTypes: true })).filter((entry) => entry.isDirectory())
  const texts = await Promise.all(
    entries.map(({ name }) => readFile(join(blocks, name, 'block.json'), 'utf8').catch(() => undefined)),
  )
  return texts
    .flatMap((json) => (json === undefined ? [] : [schema.parse(JSON.parse(json)).name.replace(/^core\//, '')]))
    .sort()
}

/** Names of the blocks in posts. */
export function namesIn(posts: readonly BlockPost[]): Set<string> {
  const inTree = ([name, , inner = []]: Tree): string[] => [name, ...inner.flatMap(inTree)]
  return new Set(
    posts.flatMap(({ content, names = [] }) => (typeof content === 'string' ? names : content.flatMap(inTree))),
  )
}

const known = (trees: readonly Tree[], names: ReadonlySet<string>): Tree[] =>
  trees.flatMap(([name, attributes, inner]): Tree[] =>
    names.has(name) ? [[name, attributes ?? {}, known(inner ?? [], names)]] : [],
  )

/** Publishes the posts, as far as this WordPress has their blocks, with what they list. */
export async function loadBlockPosts(rest: Rest, editor: Editor): Promise<void> {
  const names = new Set(editor.names)
  const category = await rest.make('/categories', { name: 'Poradniki', slug: 'poradniki' })
  const tag = await rest.make('/tags', { name: 'Klucze', slug: 'klucze' })
  const bytes = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#364' } })
    .jpeg()
    .toBuffer()
  const lead = await rest.upload('ilustracja.jpg', 'image/jpeg', bytes)
  const common = { status: 'publish', categories: [category], tags: [tag] }
  for (const number of [1, 2]) {
    await rest.make('/posts', {
      ...common,
      title: `Najstarszy wpis ${number}`,
      slug: `najstarszy-${number}`,
      date: `2020-01-0${number}T10:00:00`,
      excerpt: `Wypis najstarszego ${number}`,
      content: editor.serialise([
        text(`Akapit najstarszego ${number}`),
        ['audio', { src: `${MEDIA}/najstarszy-${number}.mp3` }],
      ]),
      ...(number === 1 && { featured_media: lead }),
    })
  }
  const sounds = await Promise.all(
    ['pierwsze', 'drugie'].map((name) =>
      rest.upload(`${name}.mp3`, 'audio/mpeg', Buffer.from('ID3\u0003\0\0\0\0\0\0')),
    ),
  )
  const synced = await rest.make('/blocks', {
    title: 'Wzorzec wspólny',
    status: 'publish',
    content: editor.serialise([text('Akapit wspólny'), ['video', { src: `${MEDIA}/wspolne.mp4` }]]),
  })
  const outer = await rest.make('/blocks', {
    title: 'Wzorzec zewnętrzny',
    status: 'publish',
    content: editor.serialise([text('Przed wewnętrznym'), ['block', { ref: synced }]]),
  })
  const looping = await rest.make('/blocks', { title: 'Zapętlony', status: 'publish', content: 'x' })
  await rest.change(`/blocks/${looping}`, {
    content: editor.serialise([text('Akapit zapętlony'), ['block', { ref: looping }]]),
  })
  const open = await rest.make('/blocks', {
    title: 'Wzorzec z miejscem',
    status: 'publish',
    content:
      '<!-- wp:paragraph {"metadata":{"name":"Zdanie","bindings":{"__default":{"source":"core/pattern-overrides"}}}} --><p>Zdanie wzorca</p><!-- /wp:paragraph -->',
  })
  const posts: BlockPost[] = [
    ...BLOCK_POSTS,
    { slug: 'zagniezdzony', content: [text('Przed'), ['block', { ref: outer }]] },
    { slug: 'zapetlony', content: [text('Przed'), ['block', { ref: looping }], text('Po')] },
    {
      slug: 'nadpisany',
      content: `<!-- wp:block {"ref":${open},"content":{"Zdanie":{"content":"Zdanie wpisu"}}} /-->`,
    },
    {
      slug: 'zwiazany',
      content:
        '<!-- wp:paragraph {"metadata":{"bindings":{"content":{"source":"core/post-meta","args":{"key":"gazeta_zrodlo"}}}}} --><p>Wartość zapasowa</p><!-- /wp:paragraph -->',
      fields: { meta: { gazeta_zrodlo: 'Wartość z pola' } },
    },
    { slug: 'wspolny', content: [text('Przed wspólnym'), ['block', { ref: synced }], text('Po wspólnym')] },
    {
      slug: 'lista-nagran',
      content: [text('Przed listą'), ['shortcode', { text: `[playlist ids="${sounds.join(',')}"]` }]],
    },
  ]
  for (const [index, { slug, content, fields }] of posts.entries()) {
    const id = await rest.make('/posts', {
      ...common,
      title: `Bloki: ${slug}`,
      slug,
      date: `2026-03-${String(index + 1).padStart(2, '0')}T10:00:00`,
      comment_status: 'open',
      content: typeof content === 'string' ? content : editor.serialise(known(content, names)),
      ...fields,
    })
    if (slug === 'komentarze') {
      await rest.make('/comments', {
        post: id,
        author_name: 'Czytelniczka',
        author_email: 'c@gazeta.example',
        content: 'Głos czytelniczki',
        status: 'approve',
      })
    }
  }
}
