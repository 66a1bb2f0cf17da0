import { openTag, tag, text } from '../../src/content/html/markup.ts'
import { privacyPath } from '../../src/languages/language.ts'
import type { SafeHtml } from '../../src/system/escape.ts'
import { isSecure } from '../secure.ts'
import type { AmpContext, AmpEntry } from './entry.ts'

const SUBSCRIBE_PATH = '/api/sare/'

export const newsletter: AmpEntry<'newsletter'> = {
  style: 'offers',
  extensions: (_, { absolute }) => (isSecure(absolute(SUBSCRIBE_PATH)) ? ['amp-form', 'amp-mustache'] : []),
  render: (block, context) =>
    tag(
      'aside',
      { class: 'offer-box newsletter' },
      tag('p', { class: 'offer-title' }, text(block.header ?? context.messages.newsletter.header)),
      tag('p', {}, text(block.description ?? context.messages.newsletter.description)),
      tag('p', {}, tag('a', { href: context.absolute(privacyPath(context)) }, text(context.messages.privacy.title))),
      isSecure(context.absolute(SUBSCRIBE_PATH)) ? newsletterForm(context) : linkToForm(context),
    ),
}

function linkToForm({ absolute, messages }: AmpContext): SafeHtml {
  // An empty reference is the page itself.
  return tag('p', { 'data-interface': 'form' }, tag('a', { href: absolute('') }, text(messages.forms.openHere)))
}

/** The runtime escapes the message. */
function message(slot: 'submit-success' | 'submit-error'): SafeHtml {
  return tag('div', { [slot]: true }, tag('template', { type: 'amp-mustache' }, text('{{message}}')))
}

/** Stands where there are several (NEWS-30). */
function newsletterChoices({ newsletters, messages }: AmpContext): SafeHtml | undefined {
  if (newsletters.length === 1) return undefined
  const boxes = newsletters.map(({ key, name, title }) =>
    tag(
      'label',
      {},
      openTag('input', { type: 'checkbox', name: 'newsletter', value: key, checked: name === undefined }),
      text(` ${title}`),
    ),
  )
  return tag('fieldset', {}, tag('legend', {}, text(messages.newsletter.choose)), ...boxes)
}

function newsletterForm(context: AmpContext): SafeHtml {
  const { absolute, messages } = context
  const { newsletter } = messages
  return tag(
    'form',
    { method: 'post', 'action-xhr': absolute(SUBSCRIBE_PATH), target: '_top', 'data-interface': 'form' },
    tag(
      'label',
      {},
      text(`${newsletter.email} `),
      openTag('input', { type: 'email', name: 'email', required: true, autocomplete: 'email' }),
    ),
    newsletterChoices(context),
    tag(
      'label',
      {},
      openTag('input', { type: 'checkbox', name: 'consent', value: 'on', required: true }),
      text(` ${newsletter.consent}`),
    ),
    openTag('input', { type: 'submit', class: 'button', value: newsletter.submit }),
    message('submit-success'),
    message('submit-error'),
  )
}

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
