import type { EmbedConsent } from '../src/content/embeds/provider.ts'
import type { SafeHtml } from '../src/content/html/escape.ts'
import { jsonScript, tag, text } from '../src/content/html/markup.ts'
import { slugOf } from '../src/content/slug.ts'
import { type AmpProviders, type ConsentMode, waitsForConsent } from '../src/integrations/settings.ts'
import { listText } from '../src/languages/texts.ts'
import type { Service } from '../src/services/service.ts'
import type { Extension } from './extensions.ts'

/** Extensions that load nothing of third parties. What is not listed does, and waits (CONS-11). */
const OWN_EXTENSIONS: ReadonlySet<Extension> = new Set<Extension>([
  'amp-audio',
  'amp-base-carousel',
  'amp-consent',
  'amp-form',
  'amp-install-serviceworker',
  'amp-lightbox-gallery',
  'amp-mustache',
  'amp-next-page',
  'amp-sidebar',
  // Its advertisement waits.
  'amp-sticky-ad',
  'amp-video',
])

/** Whether an element of AMP loads something of a third party. */
export function isThirdParty(extension: Extension): boolean {
  return !OWN_EXTENSIONS.has(extension)
}

/**
 * Attributes of every element that loads something of a third party: with a consent mode that waits, AMP builds it
 * once the reader has accepted (CONS-11). The policy's name stands in it because some elements, advertisements
 * among them, otherwise load after a refusal too.
 * @param category of embedded content; `none` is the publisher's own
 */
export function blockOnConsent(
  { consent }: { consent: ConsentMode },
  category: EmbedConsent = 'embeds',
): { 'data-block-on-consent'?: string } {
  return waitsForConsent(consent) && category !== 'none' ? { 'data-block-on-consent': '_till_accepted' } : {}
}

/** What readers are asked about, in the question's order. */
export const CONSENT_SUBJECTS = ['advertising', 'measurement', 'embeds'] as const
export type ConsentSubject = (typeof CONSENT_SUBJECTS)[number]

const ID = 'consent'
const PROMPT_ID = 'consent-prompt'
const QUESTION_ID = 'consent-question'
const CHANGE_ID = 'consent-change'

/** Storage name of the reader's consent, one for all services of a publisher. */
function consentInstance({ group, name }: Service): string {
  const id = slugOf(group.name)
  return /^[a-z0-9-]+$/.test(id) ? id : name
}

/**
 * Asks for the consent that something in the document waits for (CONS-12): in a consent platform's frame, else in the
 * portal's own words. AMP stores the decision in the browser, and asks no server for it.
 */
export function consentElement(
  service: Service,
  subjects: ReadonlySet<ConsentSubject>,
  { consentPlatform }: Pick<AmpProviders, 'consentPlatform'>,
): SafeHtml {
  const { consent } = service.messages
  const config = {
    consentInstanceId: consentInstance(service),
    consentRequired: true,
    postPromptUI: CHANGE_ID,
    ...(consentPlatform === undefined
      ? { promptUI: PROMPT_ID }
      : {
          promptUISrc: consentPlatform,
          uiConfig: { overlay: true },
          // The platform's consent string is for the frames of those who read it.
          exposesTcfApi: true,
          captions: { consentPromptCaption: consent.title, buttonActionCaption: consent.toDialogue },
        }),
  }
  return tag(
    'amp-consent',
    { id: ID, layout: 'nodisplay' },
    jsonScript('application/json', config),
    consentPlatform === undefined ? ownPrompt(service, subjects) : undefined,
  )
}

/** To refuse takes as much as to accept. */
function ownPrompt({ messages, language, group }: Service, subjects: ReadonlySet<ConsentSubject>): SafeHtml {
  const { consent, footer } = messages
  const named = CONSENT_SUBJECTS.filter((subject) => subjects.has(subject)).map((subject) => consent.subjects[subject])
  const button = (action: string, label: string) =>
    tag('button', { class: 'button', on: `tap:${ID}.${action}` }, text(label))
  return tag(
    'div',
    { id: PROMPT_ID, class: 'consent', role: 'dialog', 'aria-labelledby': QUESTION_ID, tabindex: -1 },
    tag('p', { id: QUESTION_ID }, text(consent.question({ subjects: listText(named, language) }))),
    tag(
      'p',
      {},
      button('accept', consent.accept),
      text(' '),
      button('reject', consent.reject),
      ...(group.privacyPolicy === undefined
        ? []
        : [text(' '), tag('a', { href: group.privacyPolicy }, text(footer.privacyPolicy))]),
    ),
  )
}

/** Asks again (CONS-5). A button, because a link would leave the document. AMP hides it while it asks. */
export function changeConsent({ messages }: Service): SafeHtml {
  return tag(
    'span',
    { id: CHANGE_ID },
    tag('button', { class: 'button', on: `tap:${ID}.prompt` }, text(messages.footer.cookies.change)),
  )
}
