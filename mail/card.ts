import { tag, text } from '../src/content/html/markup.ts'
import type { IssueCard } from '../src/content/issue.ts'
import { bindLines } from '../src/content/line-breaks.ts'
import { MAIL_SHAPES } from '../src/content/mail-image.ts'
import type { Service } from '../src/services/service.ts'
import type { SafeHtml } from '../src/system/escape.ts'
import type { MailColours } from './markup.ts'
import { FONTS, image, layout, link, row, sidesOf } from './markup.ts'

/** Pixels. */
const SHOWN = { lead: 600, card: 184 } as const

export function leadRow(card: IssueCard, service: Service, colours: MailColours): SafeHtml {
  return row(
    'padding:0 0 24px',
    layout(
      { style: 'width:100%' },
      card.image && tag('tr', {}, tag('td', { style: 'padding:0 0 14px' }, linkedImage(card, 'lead', colours))),
      row('', ...words(card, service, colours, 'lead')),
      row(
        'padding:12px 0 0',
        link(
          card.url,
          'accent',
          colours,
          `font:700 16px/1.4 ${FONTS.headings}`,
          text(`${service.messages.mail.read} `),
          tag('span', { 'aria-hidden': 'true' }, text(service.direction === undefined ? '→' : '←')),
        ),
      ),
    ),
  )
}

export function cardRow(card: IssueCard, service: Service, colours: MailColours): SafeHtml {
  const image = tag(
    'td',
    { class: 'stack stack-image', width: SHOWN.card, style: `width:${SHOWN.card}px;vertical-align:top` },
    linkedImage(card, 'card', colours) ?? placeholder(service, colours),
  )
  return tag(
    'tr',
    {},
    tag(
      'td',
      { class: 'line', style: `padding:20px 0;border-top:1px solid ${colours.line}` },
      layout(
        { style: 'width:100%' },
        tag(
          'tr',
          {},
          image,
          tag(
            'td',
            {
              class: 'stack stack-gap',
              style: `vertical-align:top;padding-${sidesOf(service).start}:18px`,
            },
            ...words(card, service, colours, 'card'),
          ),
        ),
      ),
    ),
  )
}

/** As in `src/services/icon.ts`. Pixels. */
const MARK = [
  { width: 10, height: 32 },
  { width: 6, height: 32 },
  { width: 6, height: 20 },
]

/** Mail programs draw cells alone (CARD-39). */
function placeholder(service: Service, colours: MailColours): SafeHtml {
  const shape = MAIL_SHAPES.card
  const height = Math.round((SHOWN.card * shape.height) / shape.width)
  const bars = MARK.map((bar) =>
    tag(
      'td',
      { style: 'padding:0 3px;vertical-align:top' },
      tag('div', {
        class: 'fill',
        style: `width:${bar.width}px;height:${bar.height}px;background:${colours.accent};font-size:0`,
      }),
    ),
  )
  const mark = service.mark === undefined ? layout({ align: 'center' }, tag('tr', {}, ...bars)) : undefined
  const area = { class: 'surface empty', bgcolor: colours.surface, height }
  return layout(
    { style: 'width:100%' },
    tag(
      'tr',
      {},
      tag('td', { ...area, style: `height:${height}px;background:${colours.surface};border-radius:4px` }, mark),
    ),
  )
}

export function sectionRow(title: string, colours: MailColours): SafeHtml {
  const style = `margin:0;font:800 20px/1.25 ${FONTS.headings};color:${colours.ink}`
  return tag(
    'tr',
    {},
    tag(
      'td',
      { class: 'section', style: `padding:24px 0 14px;border-top:3px solid ${colours.accent}` },
      tag('h2', { class: 'ink', dir: 'auto', style }, text(title)),
    ),
  )
}

function linkedImage({ image: shown, url, title }: IssueCard, kind: keyof typeof SHOWN, colours: MailColours) {
  if (!shown) return undefined
  const width = SHOWN[kind]
  const height = Math.round((shown.height * width) / shown.width)
  // It shows in place of the image.
  const style = `width:100%;max-width:${width}px;height:auto;border-radius:4px;font:400 13px/1.4 ${FONTS.headings};color:${colours.inkSoft}`
  return link(
    url,
    'ink',
    colours,
    'text-decoration:none',
    image({ src: shown.src, alt: shown.alt || title, width, height }, style),
  )
}

function words(card: IssueCard, service: Service, colours: MailColours, kind: keyof typeof SHOWN): SafeHtml[] {
  const isLead = kind === 'lead'
  const small = `margin:0 0 6px;font:700 13px/1.4 ${FONTS.headings}`
  const Heading = isLead ? 'h1' : 'h3'
  const font = isLead ? '800 28px/1.18' : '700 18px/1.28'
  const byline = [card.authors, card.day].filter((part) => part !== undefined).join(' · ')
  const above = [card.isSponsored ? service.messages.article.sponsored : undefined, card.kicker].filter(
    (part) => part !== undefined,
  )
  return [
    ...(above.length > 0
      ? [tag('p', { class: 'accent', dir: 'auto', style: `${small};color:${colours.accent}` }, text(above.join(' · ')))]
      : []),
    tag(
      Heading,
      {
        class: 'ink',
        dir: 'auto',
        style: `margin:0 0 8px;font:${font} ${FONTS.headings};color:${colours.ink};word-break:break-word`,
      },
      link(card.url, 'ink', colours, 'text-decoration:none', text(bindLines(card.title, service.language))),
    ),
    ...(card.lead === undefined
      ? []
      : [
          tag(
            'p',
            {
              class: 'ink',
              dir: 'auto',
              style: `margin:0 0 8px;font:400 ${isLead ? 18 : 15}px/1.5 ${FONTS.text};color:${colours.ink};word-break:break-word`,
            },
            text(bindLines(card.lead, service.language)),
          ),
        ]),
    ...(byline === ''
      ? []
      : [
          tag(
            'p',
            {
              class: 'inkSoft',
              dir: 'auto',
              style: `margin:0;font:400 13px/1.4 ${FONTS.headings};color:${colours.inkSoft}`,
            },
            text(byline),
          ),
        ]),
  ]
}
