import { jsonScript, openTag, tag, text } from '../src/content/html/markup.ts'
import { slugOf } from '../src/content/slug.ts'
import { type AmpProviders, type ConsentMode, waitsForConsent } from '../src/integrations/settings.ts'
import type { Category } from '../src/integrations/third-party.ts'
import { privacyPath } from '../src/languages/language.ts'
import { listText } from '../src/languages/texts.ts'
import type { Service } from '../src/services/service.ts'
import type { SafeHtml } from '../src/system/escape.ts'
import type { Extension } from './extensions.ts'

/** Other extensions wait for consent (CONS-11). */
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

export function isThirdParty(extension: Extension): boolean {
  return !OWN_EXTENSIONS.has(extension)
}

export const CONSENT_SUBJECTS = ['advertising', 'measurement', 'embeds'] as const satisfies readonly Category[]
export type ConsentSubject = (typeof CONSENT_SUBJECTS)[number]

export interface AmpConsent extends Pick<AmpProviders, 'consentPlatform'> {
  consent: ConsentMode
}

/** An extension's own cannot replace either. */
export interface Blocking {
  'data-block-on-consent'?: string
  'data-block-on-consent-purposes'?: string
}

/**
 * AMP builds the element once its purpose is accepted (CONS-11). A platform's dialogue has no purposes of ours, and
 * without a policy's name some elements would load after a refusal.
 * @param subject `none` is the publisher's own
 */
export function blockOnConsent(asking: AmpConsent, subject: ConsentSubject | 'none'): Blocking {
  if (!waitsForConsent(asking.consent) || subject === 'none') return {}
  return hasPurposes(asking)
    ? { 'data-block-on-consent': undefined, 'data-block-on-consent-purposes': subject }
    : { 'data-block-on-consent': '_till_accepted', 'data-block-on-consent-purposes': undefined }
}

export function hasPurposes({ consent, consentPlatform }: AmpConsent): boolean {
  return waitsForConsent(consent) && consentPlatform === undefined
}

const ID = 'consent'
const PROMPT_ID = 'consent-prompt'
const QUESTION_ID = 'consent-question'
const CHANGE_ID = 'consent-change'

/** Shared by a publisher's services. */
function consentInstance({ group, name }: Service): string {
  const id = slugOf(group.name)
  return /^[a-z0-9-]+$/.test(id) ? id : name
}

/** Nothing shows where nothing waits (CONS-12). */
export function consentElement(
  service: Service,
  subjects: ReadonlySet<ConsentSubject>,
  { consentPlatform }: Pick<AmpProviders, 'consentPlatform'>,
): SafeHtml {
  const { consent } = service.messages
  const named = CONSENT_SUBJECTS.filter((subject) => subjects.has(subject))
  const config = {
    consentInstanceId: consentInstance(service),
    consentRequired: true,
    postPromptUI: CHANGE_ID,
    ...(consentPlatform === undefined
      ? { promptUI: PROMPT_ID, purposeConsentRequired: named }
      : {
          promptUISrc: consentPlatform,
          uiConfig: { overlay: true },
          // Readers' frames need the consent string.
          exposesTcfApi: true,
          captions: { consentPromptCaption: consent.title, buttonActionCaption: consent.toDialogue },
        }),
  }
  return tag(
    'amp-consent',
    { id: ID, layout: 'nodisplay' },
    jsonScript('application/json', config),
    consentPlatform === undefined ? ownPrompt(service, named) : undefined,
  )
}

/** Refusing is as easy as accepting. An unset purpose repeats the question. */
function ownPrompt({ messages, language }: Service, named: readonly ConsentSubject[]): SafeHtml {
  const { consent, privacy } = messages
  const all = (isGranted: boolean): string =>
    `${ID}.setPurpose(${named.map((subject) => `${subject}=${isGranted}`).join(',')})`
  const button = (actions: string, label: string, kind = 'button') =>
    tag('button', { class: kind, on: `tap:${actions}` }, text(label))
  const question = consent.question({
    subjects: listText(
      named.map((subject) => consent.subjects[subject]),
      language,
    ),
  })
  return tag(
    'div',
    { id: PROMPT_ID, class: 'consent', role: 'dialog', 'aria-labelledby': QUESTION_ID, tabindex: -1 },
    tag('p', { id: QUESTION_ID }, text(question)),
    tag(
      'p',
      { class: 'consent-actions' },
      button(`${all(true)},${ID}.accept(purposeConsentDefault=true)`, consent.accept),
      text(' '),
      button(`${all(false)},${ID}.reject(purposeConsentDefault=false)`, consent.reject),
      text(' '),
      tag('a', { href: privacyPath({ language }) }, text(privacy.title)),
    ),
    named.length > 1
      ? tag(
          'p',
          { class: 'consent-actions' },
          ...named.map((subject) =>
            tag(
              'label',
              {},
              openTag('input', { type: 'checkbox', on: `change:${ID}.setPurpose(${subject}=event.checked)` }),
              text(` ${consent.names[subject]} `),
            ),
          ),
          button(`${ID}.accept(purposeConsentDefault=false)`, consent.save, 'button button-quiet'),
        )
      : undefined,
  )
}

/** A link would leave the document (CONS-5). */
export function changeConsent({ messages }: Service): SafeHtml {
  return tag(
    'span',
    { id: CHANGE_ID },
    tag('button', { class: 'button', on: `tap:${ID}.prompt` }, text(messages.footer.cookies.change)),
  )
}
