import { openTag, tag, text } from '../src/content/html/markup.ts'
import type { SafeHtml } from '../src/system/escape.ts'
import type { MailColours } from './colours.ts'

/** Fonts that mail programs have: none of them loads the site's. */
export const FONTS = {
  headings: 'Bricolage Grotesque,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif',
  text: 'Georgia,Times New Roman,serif',
} as const

type Role = keyof MailColours
type Child = SafeHtml | undefined

/** A table for layout alone: programs for mail know no other way that all of them share. */
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

/** A row of one cell. */
export function row(style: string, ...children: Child[]): SafeHtml {
  return tag('tr', {}, tag('td', { style }, ...children))
}

/** A link in a colour of its role: programs colour links without one themselves. */
export function link(href: string, colour: Role, colours: MailColours, style: string, ...children: Child[]): SafeHtml {
  return tag('a', { href, class: colour, style: `color:${colours[colour]};${style}` }, ...children)
}

/** A button that stays one where padding of links is ignored: the cell around it has the colour. */
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

/** An image with its size: without one a mail jumps while it loads, and Outlook shows the file's own. Pixels. */
export function image(
  { src, alt, width, height }: { src: string; alt: string; width: number; height: number },
  style: string,
): SafeHtml {
  return openTag('img', { src, alt, width, height, class: 'image inkSoft', style: `display:block;border:0;${style}` })
}
