import { openTag, tag, text } from '../src/content/html/markup.ts'
import { paperOf } from '../src/services/paper.ts'
import type { Service } from '../src/services/service.ts'
import type { SafeHtml } from '../src/system/escape.ts'

/** Programs load no fonts of the site. */
export const FONTS = {
  headings: 'Bricolage Grotesque,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif',
  text: 'Georgia,Times New Roman,serif',
} as const

type Role = keyof MailColours
type Child = SafeHtml | undefined

/** All mail programs lay out tables. */
export function layout(attributes: { class?: string; style?: string; align?: 'left' | 'center' }, ...rows: Child[]) {
  const { style = '', ...others } = attributes
  return tag(
    'table',
    {
      role: 'presentation',
      cellpadding: 0,
      cellspacing: 0,
      border: 0,
      ...others,
      style: `border-collapse:collapse;mso-table-lspace:0;mso-table-rspace:0;${style}`,
    },
    ...rows,
  )
}

export function row(style: string, ...children: Child[]): SafeHtml {
  return tag('tr', {}, tag('td', { style }, ...children))
}

/** Few programs know logical properties. */
export function sidesOf({ direction }: Pick<Service, 'direction'>): { start: string; end: string } {
  return direction === undefined ? { start: 'left', end: 'right' } : { start: 'right', end: 'left' }
}

/** Programs have colours of their own. */
export function link(href: string, colour: Role, colours: MailColours, style: string, ...children: Child[]): SafeHtml {
  return tag('a', { href, class: colour, style: `color:${colours[colour]};${style}` }, ...children)
}

/** Some programs ignore the padding of links. */
export function button(label: string, url: string, colours: MailColours): SafeHtml {
  const style = `display:inline-block;padding:13px 24px;font:700 16px/1.25 ${FONTS.headings};color:${colours.paper};text-decoration:none`
  return layout(
    { style: 'margin:8px 0 16px' },
    tag(
      'tr',
      {},
      tag(
        'td',
        {
          class: 'fill',
          bgcolor: colours.accent,
          style: `border-radius:4px;background:${colours.accent};text-align:center`,
        },
        tag('a', { href: url, class: 'on-fill', style }, text(label)),
      ),
    ),
  )
}

/** Unsized images jump, or have the file's size in Outlook. Pixels. */
export function image(
  { src, alt, width, height }: { src: string; alt: string; width: number; height: number },
  style: string,
): SafeHtml {
  return openTag('img', { src, alt, width, height, class: 'image inkSoft', style: `display:block;border:0;${style}` })
}

/** Matches `views/styles/tokens.css`. */
export interface MailColours {
  paper: string
  surface: string
  ink: string
  inkSoft: string
  line: string
  accent: string
}

const LIGHT = { surface: '#f5f1ea', ink: '#1b1922', inkSoft: '#5a5563', line: '#ddd6cb' } as const
const DARK = { surface: '#201e27', ink: '#ece8e1', inkSoft: '#aaa4b3', line: '#37343f' } as const

/** Follows the program's theme (ISSUE-5). */
export function coloursOf(service: Service): { light: MailColours; dark: MailColours } {
  const paper = paperOf(service)
  return {
    light: { ...LIGHT, paper: paper.light, accent: service.color },
    dark: { ...DARK, paper: paper.dark, accent: service.colorOnDark },
  }
}
