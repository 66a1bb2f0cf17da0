import { tag, text } from '../src/content/html/markup.ts'
import { LENGTHS, lineOf } from '../src/content/text.ts'
import type { Service } from '../src/services/service.ts'
import type { SafeHtml } from '../src/system/escape.ts'
import { footerLine, mailDocument, publisherLine } from './frame.ts'
import { button, coloursOf, FONTS, link, row } from './markup.ts'

/** Texts are plain, URLs absolute. */
export interface Letter {
  subject: string
  preheader: string
  title: string
  paragraphs: readonly string[]
  button?: { label: string; url: string }
  /** With a URL: a link. */
  small: ReadonlyArray<string | { label: string; url: string }>
}

export interface RenderedMail {
  subject: string
  html: string
  text: string
}

/** From right to left the last signs of a URL would stand before it. */
function urlText(url: string, { direction }: Service): SafeHtml {
  return direction === undefined ? text(url) : tag('span', { dir: 'ltr' }, text(url))
}

export function renderLetter(service: Service, letter: Letter): RenderedMail {
  const { messages } = service
  const colours = coloursOf(service).light
  const subject = lineOf(letter.subject, LENGTHS.subject)
  const title = lineOf(letter.title, LENGTHS.title)
  const paragraph = `padding:0 0 16px;font:400 17px/1.6 ${FONTS.text};color:${colours.ink}`
  const small = `padding:0 0 12px;font:400 14px/1.5 ${FONTS.headings};color:${colours.inkSoft}`
  const url = letter.button?.url
  const html = mailDocument(service, {
    subject,
    preheader: lineOf(letter.preheader, LENGTHS.preheader),
    rows: [
      row(
        'padding:16px 0',
        tag(
          'h1',
          { class: 'ink', style: `margin:0;font:800 28px/1.2 ${FONTS.headings};color:${colours.ink}` },
          text(title),
        ),
      ),
      ...letter.paragraphs.map((words) => tag('tr', {}, tag('td', { class: 'ink', style: paragraph }, text(words)))),
      ...(letter.button === undefined ? [] : [row('', button(letter.button.label, letter.button.url, colours))]),
      ...(url === undefined
        ? []
        : [
            tag(
              'tr',
              {},
              tag(
                'td',
                { class: 'inkSoft', style: small },
                text(`${messages.mail.copyLink} `),
                link(url, 'accent', colours, 'word-break:break-all', urlText(url, service)),
              ),
            ),
          ]),
      ...letter.small.map((item) =>
        tag(
          'tr',
          {},
          tag(
            'td',
            { class: 'inkSoft', style: small },
            typeof item === 'string' ? text(item) : link(item.url, 'accent', colours, '', text(item.label)),
          ),
        ),
      ),
    ],
    footer: [footerLine(colours, text(publisherLine(service)))],
  })
  const plain = [
    title,
    ...letter.paragraphs,
    ...(letter.button === undefined ? [] : [`${letter.button.label}:\n${letter.button.url}`]),
    ...letter.small.map((item) => (typeof item === 'string' ? item : `${item.label}:\n${item.url}`)),
    `-- \n${publisherLine(service)}`,
  ]
  return { subject, html, text: `${plain.join('\n\n')}\n` }
}
