import type { Image, Link, Nodes, PhrasingContent, RootContent, Table } from 'mdast'
import type { ContainerDirective, LeafDirective } from 'mdast-util-directive'
import { escapeHtml } from '../../../system/escape.ts'
import { voidBlock } from '../../block-grammar.ts'
import { writtenDate } from '../written-date.ts'
import { attributeMarkup, block, captionMarkup, figure, html, type MarkdownWriter, plainText } from './nodes.ts'

type Directive = ContainerDirective | LeafDirective

interface Written {
  attributes: Readonly<Record<string, string>>
  label: string
  /** Without markup. */
  name: string
  content: RootContent[]
  writer: MarkdownWriter
}

/** A block that Markdown lacks (SRC-70), for the manual, the desk and the parser. */
export interface DirectiveRule {
  holds: 'nothing' | 'blocks' | 'images' | 'table'
  attributes: readonly string[]
  /** Without these the block is empty. */
  required?: readonly string[]
  example: string
  write(written: Written): RootContent[]
}

export const DIRECTIVES = {
  gallery: {
    holds: 'images',
    attributes: ['columns'],
    example: ':::gallery[Podpis całości]{columns=2}\n![Opis](pierwsze.jpg "Podpis")\n![Opis](drugie.jpg)\n:::',
    write: ({ attributes, label, content, writer }) => {
      const columns = Number(attributes.columns) || undefined
      const images = content.flatMap((node) => imagesIn(node, writer)).flatMap((image) => figure(image, writer))
      return block('gallery', { columns, linkTo: 'none' }, [
        html('<figure class="wp-block-gallery has-nested-images">'),
        ...images,
        html(`${captionMarkup(label)}</figure>`),
      ])
    },
  },
  video: {
    holds: 'nothing',
    attributes: ['src', 'poster', 'duration'],
    required: ['src'],
    example: '::video[Podpis]{src=/nagrania/rozmowa.mp4 poster=kadr.jpg duration=95}',
    write: ({ attributes: { src, poster, duration }, label }) =>
      recording('video', `<video controls${attributeMarkup('src', src)}${attributeMarkup('poster', poster)}></video>`, {
        label,
        duration,
      }),
  },
  audio: {
    holds: 'nothing',
    attributes: ['src', 'duration'],
    required: ['src'],
    example: '::audio[Podpis]{src=/nagrania/rozmowa.mp3 duration=1830}',
    write: ({ attributes: { src, duration }, label }) =>
      recording('audio', `<audio controls${attributeMarkup('src', src)}></audio>`, { label, duration }),
  },
  chapters: {
    holds: 'blocks',
    attributes: [],
    example: ':::chapters\n- 0:00 Powitanie\n- 12:30 Rozmowa\n:::',
    write: ({ content, writer }) =>
      content.flatMap((node) =>
        node.type === 'list'
          ? block('list', { className: 'chapters' }, [{ ...node, data: { hProperties: { className: ['chapters'] } } }])
          : writer.blocks([node]),
      ),
  },
  transcript: {
    holds: 'blocks',
    attributes: [],
    example: ':::transcript[Zapis]\nDzień dobry.\n:::',
    write: ({ label, content, writer }) => details(label, content, writer, 'transcript'),
  },
  details: {
    holds: 'blocks',
    attributes: [],
    example: ':::details[Jak liczyliśmy]\nTekst, który się rozwija.\n:::',
    write: ({ label, content, writer }) => details(label, content, writer),
  },
  embed: {
    holds: 'nothing',
    attributes: ['url', 'title', 'duration', 'poster'],
    required: ['url'],
    example:
      '::embed[Podpis]{url="https://www.youtube.com/watch?v=abcdefghijk" title="Tytuł filmu" duration=3:45 poster=kadr.jpg}',
    write: ({ attributes: { url = '', ...facts }, label }) =>
      block('embed', settings({ url, title: facts.title, duration: facts.duration, poster: facts.poster }), [
        html(
          `<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\n${escapeHtml(url)}\n</div>${captionMarkup(label)}</figure>`,
        ),
      ]),
  },
  quote: {
    holds: 'blocks',
    attributes: [],
    example: ':::quote[Z raportu rocznego, s. 12]\nCytat.\n:::',
    write: ({ label, content, writer }) =>
      block('quote', {}, [
        html('<blockquote class="wp-block-quote">'),
        ...writer.blocks(content),
        html(`${label === '' ? '' : `<cite>${label}</cite>`}</blockquote>`),
      ]),
  },
  pullquote: {
    holds: 'blocks',
    attributes: [],
    example: ':::pullquote\nZdanie, które zatrzymuje.\n:::',
    write: ({ label, content, writer }) =>
      block('pullquote', {}, [
        html('<figure class="wp-block-pullquote"><blockquote>'),
        ...content.flatMap((node) => (node.type === 'paragraph' ? [node] : writer.blocks([node]))),
        html(`${label === '' ? '' : `<cite>${label}</cite>`}</blockquote></figure>`),
      ]),
  },
  'photo-box': {
    holds: 'images',
    attributes: ['description', 'author'],
    example: ':::photo-box[Tytuł]{description="Co widać" author="Rys. Szpalta"}\n![Opis](zdjecie.jpg)\n:::',
    write: ({ attributes: { description, author }, name: title, content, writer }) => {
      const [image] = content.flatMap((node) => imagesIn(node, writer))
      const data = { image: image ? { url: image.url, alt: image.alt ?? '' } : false, title, description, author }
      return [html(voidBlock('acf/photo-box', { data: settings(data) }))]
    },
  },
  sponsored: {
    holds: 'blocks',
    attributes: ['sponsor', 'link', 'button'],
    required: ['sponsor'],
    example: ':::sponsored[Tytuł]{sponsor="Firma" link=https://sponsor.example/ button="Sprawdź"}\nTreść.\n:::',
    write: ({ attributes: { sponsor, link, button }, name: title, content, writer }) => {
      const text = writer.markup(content)
      const data = { title, content: text, sponsorName: sponsor, linkToSponsorPage: link, button_string: button }
      return [html(voidBlock('acf/sponsored-paragraph', { data: settings(data) }))]
    },
  },
  offers: {
    holds: 'table',
    attributes: ['button'],
    example:
      ':::offers[Gdzie kupić]{button="Kup"}\n| Sklep | Cena |\n| --- | --- |\n| [Sklep A](https://sklep.example/) | 499 zł |\n:::',
    write: ({ attributes: { button }, name: header, content }) => {
      const offers = rowsOf(content).map(({ name, link, values: [price] }) =>
        settings({ shop: name, link, price, button_string: button }),
      )
      return [html(voidBlock('acf/buybox', { data: settings({ header, image: false, offers }) }))]
    },
  },
  comparison: {
    holds: 'table',
    attributes: ['button'],
    example:
      ':::comparison[Porównanie]{button="Wybierz"}\n| Oferta | Cena | Ocena | Opis |\n| --- | --- | --- | --- |\n| [A](https://oferta.example/) | od 0 zł | 4.5 | Krótki opis |\n:::',
    write: ({ attributes: { button }, name: header, content }) => {
      const offers = rowsOf(content).map(({ name, link, values: [price, rating, description] }) =>
        settings({ name, image: false, price, rating, description, link, button_string: button }),
      )
      return [html(voidBlock('acf/offer-comparison', { data: settings({ header, offers }) }))]
    },
  },
  'offer-table': {
    holds: 'table',
    attributes: [],
    example:
      ':::offer-table[Giełdy]\n| Giełda | Prowizja | Wypłata |\n| --- | --- | --- |\n| [A](https://gielda.example/) | 0,10% | 3 zł |\n:::',
    write: ({ name: header, content }) => {
      const offers = rowsOf(content).map(({ name, link = '', values }) => ({ name, link, values }))
      return [
        html(voidBlock('acf/offer-table', { data: settings({ header, columns: headOf(content).slice(1), offers }) })),
      ]
    },
  },
  chart: {
    holds: 'table',
    attributes: ['type', 'unit', 'source'],
    example:
      ':::chart[Ceny energii]{type=bar unit="zł" source="URE"}\n| Rok | Cena |\n| --- | --- |\n| 2024 | 505,9 |\n| 2025 | 622,8 |\n:::',
    write: ({ attributes: { type = 'bar', unit, source }, name: title, content, writer }) => {
      const series = rowsOf(content).map(({ name, node, values: [written = ''] }) => {
        const value = numberOf(written)
        if (value === undefined) writer.problem(node, `"${written}" of the chart is no number`)
        return { label: name, value: value ?? 0 }
      })
      return [html(voidBlock('acf/chart', { data: settings({ title, type, unit, source, series }) }))]
    },
  },
  live: {
    holds: 'blocks',
    attributes: ['time', 'pinned', 'last'],
    required: ['time'],
    example: ':::live{time=2026-03-04T14:30 pinned}\n## Co wiemy\n\nTreść wpisu.\n:::',
    write: ({ attributes: { time, pinned, last }, content, writer }) => {
      const className = ['live-update', pinned !== undefined && 'live-pinned', last !== undefined && 'live-ended']
        .filter((name) => name !== false)
        .join(' ')
      return dated({ className, time }, content, writer)
    },
  },
  correction: {
    holds: 'blocks',
    attributes: ['date'],
    required: ['date'],
    example: ':::correction{date=2026-03-05T09:00}\nPodaliśmy złą cenę. Jest dobra.\n:::',
    write: ({ attributes: { date }, content, writer }) => dated({ className: 'correction', date }, content, writer),
  },
  newsletter: {
    holds: 'nothing',
    attributes: ['description'],
    example: '::newsletter[Zapisz się]{description="Raz w tygodniu"}',
    write: ({ attributes: { description }, name: header }) => [
      html(voidBlock('acf/newsletter', { data: settings({ header, description }) })),
    ],
  },
  separator: {
    holds: 'nothing',
    attributes: ['size', 'color'],
    example: '::separator{size=L color="#ff5500"}',
    write: ({ attributes: { size, color } }) => [html(voidBlock('acf/separator', { data: settings({ size, color }) }))],
  },
  columns: {
    holds: 'blocks',
    attributes: [],
    example: '::::columns\n:::column\nLewa.\n:::\n:::column{width="33%"}\nPrawa.\n:::\n::::',
    write: ({ content, writer }) =>
      block('columns', {}, [html('<div class="wp-block-columns">'), ...writer.blocks(content), html('</div>')]),
  },
  column: {
    holds: 'blocks',
    attributes: ['width'],
    example: ':::column{width="33%"}\nPrawa.\n:::',
    write: ({ attributes: { width }, content, writer }) =>
      block('column', { width }, [html('<div class="wp-block-column">'), ...writer.blocks(content), html('</div>')]),
  },
  more: {
    holds: 'blocks',
    attributes: [],
    example: ':::more[Rozwiń]\nTekst zacieniony.\n:::',
    write: ({ name, content, writer }) =>
      block('acf/shade-content', { data: settings({ button_string: name }) }, writer.blocks(content)),
  },
  block: {
    holds: 'nothing',
    attributes: ['ref'],
    required: ['ref'],
    example: '::block{ref=9001}',
    write: ({ attributes: { ref = '' } }) => [html(voidBlock('block', { ref: Number(ref) || ref }))],
  },
} as const satisfies Readonly<Record<string, DirectiveRule>>

const RULES: Readonly<Record<string, DirectiveRule>> = DIRECTIVES

/** Reports an unknown directive, and shows what it contains. */
export function directiveBlocks(node: Directive, writer: MarkdownWriter): RootContent[] {
  const rule = Object.hasOwn(RULES, node.name) ? RULES[node.name] : undefined
  const labelled = node.type === 'containerDirective' ? labelOf(node) : node.children
  const content = node.type === 'containerDirective' ? node.children.filter((child) => !isLabel(child)) : []
  if (!rule) {
    writer.problem(node, `unknown directive "${node.name}"`)
    return [
      ...(labelled.length > 0 ? writer.blocks([{ type: 'paragraph', children: labelled }]) : []),
      ...writer.blocks(content),
    ]
  }
  const attributes = attributesOf(node)
  for (const name of Object.keys(attributes)) {
    if (!rule.attributes.includes(name)) writer.problem(node, `directive "${node.name}" has no attribute "${name}"`)
  }
  const missing = rule.required?.filter((name) => !attributes[name]) ?? []
  if (missing.length > 0) {
    writer.problem(node, `directive "${node.name}" lacks ${missing.map((name) => `"${name}"`).join(', ')}`)
    return writer.blocks(content)
  }
  const label = writer.inline(labelled)
  const rest = DATED.has(node.name) ? [] : content.filter((child) => !isTaken(child, rule.holds))
  if (rest.length > 0)
    writer.problem(node, `directive "${node.name}" holds ${HOLDS[rule.holds]}; the rest stands behind it`)
  return [
    ...rule.write({ attributes, label, name: labelled.map(plainText).join(''), content, writer }),
    ...writer.blocks(rest),
  ]
}

const HOLDS = { nothing: 'nothing', blocks: 'blocks', images: 'images', table: 'a table' } as const
const DATED: ReadonlySet<string> = new Set(['live', 'correction'])

function isTaken(node: RootContent, holds: DirectiveRule['holds']): boolean {
  if (holds === 'blocks') return true
  if (holds === 'table') return node.type === 'table'
  return holds === 'images' && node.type === 'paragraph' && node.children.every(isImageOrSpace)
}

function isImageOrSpace(node: PhrasingContent): boolean {
  if (node.type === 'text') return node.value.trim() === ''
  return node.type === 'image' || node.type === 'imageReference' || node.type === 'break'
}

/** An attribute without a value is empty. */
function attributesOf(node: Directive): Record<string, string> {
  return Object.fromEntries(Object.entries(node.attributes ?? {}).map(([name, value]) => [name, value ?? '']))
}

function isLabel(node: RootContent): boolean {
  return node.type === 'paragraph' && node.data?.directiveLabel === true
}

function labelOf(node: ContainerDirective): PhrasingContent[] {
  return node.children.flatMap((child) => (child.type === 'paragraph' && isLabel(child) ? child.children : []))
}

function recording(
  name: 'audio' | 'video',
  player: string,
  { label, duration }: { label: string; duration?: string | undefined },
): RootContent[] {
  return block(name, { duration: Number(duration) || undefined }, [
    html(`<figure class="wp-block-${name}">${player}${captionMarkup(label)}</figure>`),
  ])
}

function details(label: string, content: readonly RootContent[], writer: MarkdownWriter, className?: string) {
  return block('details', { className }, [
    html(
      `<details class="wp-block-details${className === undefined ? '' : ` ${className}`}"><summary>${label}</summary>`,
    ),
    ...writer.blocks(content),
    html('</details>'),
  ])
}

/**
 * Updates and corrections are nowhere before their time: an unreadable time never comes, and footnotes stay in the
 * part's text.
 */
function dated(
  { className, ...written }: { className: string; time?: string | undefined; date?: string | undefined },
  content: readonly RootContent[],
  writer: MarkdownWriter,
): RootContent[] {
  const [[name, value] = ['time', '']] = Object.entries(written)
  const time = writtenDate(value)
  const [first] = content
  if (time === undefined) {
    if (first)
      writer.problem(first, `the ${name} "${value}" cannot be read, so this part is not shown: write 2026-03-04T14:30`)
    return []
  }
  return group(
    { className, [name]: time },
    content.map((node) => withNotes(node, writer)),
    writer,
  )
}

function withNotes<T extends Nodes>(node: T, writer: MarkdownWriter): T {
  if (!('children' in node)) return node
  const children = (node.children as Nodes[]).flatMap((child): Nodes[] => {
    if (child.type !== 'footnoteReference') return [withNotes(child, writer)]
    return [{ type: 'text', value: ' (' }, ...writer.footnote(child.identifier), { type: 'text', value: ')' }]
  })
  return { ...node, children } as T
}

function group(
  settings: { className: string; time?: string | undefined; date?: string | undefined },
  content: readonly RootContent[],
  writer: MarkdownWriter,
): RootContent[] {
  return block('group', settings, [
    html(`<div class="wp-block-group ${settings.className}">`),
    ...writer.blocks(content),
    html('</div>'),
  ])
}

function imagesIn(node: RootContent, writer: MarkdownWriter): Image[] {
  if (node.type === 'image') return [node]
  if (node.type === 'imageReference') {
    const definition = writer.definition(node.identifier)
    return definition ? [{ type: 'image', url: definition.url, title: definition.title, alt: node.alt }] : []
  }
  return 'children' in node ? (node.children as RootContent[]).flatMap((child) => imagesIn(child, writer)) : []
}

interface Row {
  node: RootContent
  name: string
  link?: string
  values: string[]
}

function rowsOf(content: readonly RootContent[]): Row[] {
  return tablesIn(content).flatMap(({ children: [, ...rows] }) =>
    rows.map((node): Row => {
      const [first, ...others] = node.children
      const link = first && linkIn(first)
      const values = others.map((cell) => plainText(cell).trim())
      return { node, name: first ? plainText(first).trim() : '', ...(link && { link: link.url }), values }
    }),
  )
}

function linkIn(node: Nodes): Link | undefined {
  if (node.type === 'link') return node
  const children: readonly Nodes[] = 'children' in node ? node.children : []
  for (const child of children) {
    const link = linkIn(child)
    if (link) return link
  }
  return undefined
}

function headOf(content: readonly RootContent[]): string[] {
  return tablesIn(content)[0]?.children[0]?.children.map((cell) => plainText(cell).trim()) ?? []
}

function tablesIn(content: readonly RootContent[]): Table[] {
  return content.filter((node): node is Table => node.type === 'table')
}

/** `1 234,5` and `1234.5`. */
function numberOf(written: string): number | undefined {
  const value = Number(
    written
      .replace(/[\s\u00a0\u202f]/g, '')
      .replace(',', '.')
      .replace('−', '-'),
  )
  return written === '' || Number.isNaN(value) ? undefined : value
}

/** Leaves out undefined fields. */
function settings(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''))
}
