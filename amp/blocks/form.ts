import { tag, text } from '../../src/content/html/markup.ts'
import type { AmpEntry } from './entry.ts'

/** COMM-20. */
export const form: AmpEntry<'form'> = {
  render: ({ url, contact }, { absolute, messages: { forms } }) =>
    tag(
      'p',
      contact ? { 'data-interface': 'form' } : {},
      contact
        ? tag('a', { href: absolute(`${contact.path}#${contact.anchor}`) }, text(forms.openHere))
        : tag('a', { href: url, rel: 'noopener' }, text(forms.open({ site: new URL(url).host }))),
    ),
}
