import { join, openTag, spaced, tag, text } from '../src/content/html/markup.ts'
import { groupBeside } from '../src/seo/brand.ts'
import { originOf } from '../src/seo/head.ts'
import type { Service } from '../src/services/service.ts'
import type { SafeHtml } from '../src/system/escape.ts'
import { coloursOf, FONTS, image, layout, link, type MailColours, row, sidesOf } from './markup.ts'

/** Pixels. */
export const COLUMN = 600
/** Hides the text after the preheader from lists of mails. */
const FILLER = '\u034f\u200c\u00a0'.repeat(60)
const LOGO = 28

export interface Frame {
  subject: string
  preheader: string
  rows: SafeHtml[]
  footer: SafeHtml[]
}

export function mailDocument(service: Service, { subject, preheader, rows, footer }: Frame): string {
  const { light, dark } = coloursOf(service)
  const dir = service.direction ?? 'ltr'
  const column = layout(
    { class: 'column', align: 'center', style: `width:100%;max-width:${COLUMN}px;margin:0 auto` },
    row('padding:20px 0 16px', wordmark(service, light)),
    ...rows,
    row(`padding:20px 0 32px;border-top:1px solid ${light.line}`, layout({ class: 'small' }, ...footer)),
  )
  const body = tag(
    'body',
    { class: 'paper', style: `margin:0;padding:0;background:${light.paper};-webkit-text-size-adjust:100%` },
    tag('div', { style: HIDDEN, 'aria-hidden': 'true' }, text(`${preheader}${FILLER}`)),
    tag(
      'div',
      { role: 'article', 'aria-roledescription': 'email', 'aria-label': subject, lang: service.language, dir },
      layout(
        { class: 'paper', style: `width:100%;background:${light.paper}` },
        tag(
          'tr',
          {},
          tag(
            'td',
            { class: 'gutter', align: 'center', style: 'padding:0 16px' },
            OUTLOOK_COLUMN,
            column,
            OUTLOOK_COLUMN_END,
          ),
        ),
      ),
    ),
  )
  const head = tag(
    'head',
    {},
    openTag('meta', { charset: 'utf-8' }),
    openTag('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    openTag('meta', { name: 'color-scheme', content: 'light dark' }),
    openTag('meta', { name: 'supported-color-schemes', content: 'light dark' }),
    openTag('meta', { name: 'format-detection', content: 'telephone=no, date=no, address=no, email=no' }),
    openTag('meta', { name: 'x-apple-disable-message-reformatting' }),
    openTag('meta', { name: 'robots', content: 'noindex' }),
    tag('title', {}, text(subject)),
    tag('style', {}, styleSheet(dark)),
  )
  return `<!doctype html>${tag('html', { lang: service.language, dir }, head, body)}`
}

/** Outlook on Windows ignores `max-width`. */
const OUTLOOK_COLUMN =
  `<!--[if mso]><table role="presentation" width="${COLUMN}" align="center" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->` as SafeHtml
const OUTLOOK_COLUMN_END = '<!--[if mso]></td></tr></table><![endif]-->' as SafeHtml

const HIDDEN =
  'display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px;mso-hide:all'

/** The site folder checked the colours. `[data-ogsc]` and `[data-ogsb]` are Outlook's dark theme. */
function styleSheet(dark: MailColours): SafeHtml {
  const rules: Array<[string, 'text' | 'background' | 'other', string]> = [
    ['.paper', 'background', `background:${dark.paper}`],
    ['.surface', 'background', `background:${dark.surface}`],
    ['.fill', 'background', `background:${dark.accent}`],
    ['.ink', 'text', `color:${dark.ink}`],
    ['.inkSoft', 'text', `color:${dark.inkSoft}`],
    ['.accent', 'text', `color:${dark.accent}`],
    ['.on-fill', 'text', `color:${dark.paper}`],
    ['.line,.column td', 'other', `border-color:${dark.line}`],
    ['.group,.column .section', 'other', `border-color:${dark.accent}`],
    ['.image', 'other', 'opacity:.9'],
  ]
  const important = rules.map(([selector, , declaration]) => `${selector}{${declaration}!important}`).join('')
  const outlook = rules
    .filter(([, kind]) => kind !== 'other')
    .map(
      ([selector, kind, declaration]) =>
        `[data-ogs${kind === 'text' ? 'c' : 'b'}] ${selector}{${declaration}!important}`,
    )
    .join('')
  return [
    ':root{color-scheme:light dark;supported-color-schemes:light dark}',
    'a:hover{text-decoration:underline!important}',
    '@media (max-width:480px){.stack{display:block!important;width:100%!important;box-sizing:border-box}.stack-image img{width:100%!important;max-width:none!important;height:auto!important}.stack-image .empty{height:calc(56.25vw - 18px)!important}.stack-gap{padding:12px 0 0!important}}',
    '@media (min-width:632px){.gutter{padding:0 24px!important}}',
    `@media (prefers-color-scheme:dark){${important}}`,
    outlook,
  ].join('') as SafeHtml
}

function wordmark(service: Service, colours: MailColours): SafeHtml {
  const group = groupBeside(service)
  const origin = originOf(service)
  const { end } = sidesOf(service)
  const groupStyle = `padding-${end}:7px;border-${end}:3px solid ${colours.accent};color:${colours.ink};font-weight:800`
  const name = spaced([
    group === undefined ? undefined : tag('span', { class: 'ink group', style: groupStyle }, text(group)),
    tag('span', { class: 'accent', style: `color:${colours.accent};font-weight:600` }, text(service.title)),
  ])
  const words = link(
    `${origin}/`,
    'ink',
    colours,
    `font:700 20px/1.4 ${FONTS.headings};letter-spacing:-.02em;text-decoration:none`,
    name,
  )
  if (service.mark === undefined) return words
  const src = `${origin}/icons/${service.name}-192.png`
  return layout(
    {},
    tag(
      'tr',
      {},
      tag('td', { style: `padding-${end}:10px` }, image({ src, alt: '', width: LOGO, height: LOGO }, '')),
      tag('td', {}, words),
    ),
  )
}

export function footerLine(colours: MailColours, ...children: Array<SafeHtml | undefined>): SafeHtml {
  const style = `padding:0 0 10px;font:400 13px/1.5 ${FONTS.headings};color:${colours.inkSoft}`
  return tag('tr', {}, tag('td', { class: 'inkSoft', style }, join(children)))
}

/** The law demands a postal address (ISSUE-8). */
export function publisherLine(service: Service): string {
  const { organisation, name } = service.group
  return [organisation?.legalName ?? name, postalLineOf(service)].filter((part) => part !== undefined).join(', ')
}

/** @returns undefined: the site folder has none (ISSUE-8) */
export function postalLineOf({ group, newsletter }: Pick<Service, 'group' | 'newsletter'>): string | undefined {
  const { street, postalCode, city, region, country } = group.organisation?.address ?? {}
  const town = [postalCode, city].filter((part) => part !== undefined).join(' ')
  const parts = [street, town, region, country].filter((part) => part !== undefined && part !== '')
  const isWhole = street !== undefined && city !== undefined
  return newsletter?.postalAddress ?? (isWhole ? parts.join(', ') : undefined)
}
