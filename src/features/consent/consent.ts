import type { Express, RequestHandler } from 'express'
import { join, tag, text } from '../../content/html/markup.ts'
import { forbidCaching } from '../../edge/page-cache/policy.ts'
import type { AppDependencies } from '../../http/app-dependencies.ts'
import { contextOf } from '../../http/request-context.ts'
import { askedCategories } from '../../integrations/browser-settings.ts'
import type { ConsentTexts } from '../../integrations/consent-texts.ts'
import { integrationsFor } from '../../integrations/for-service.ts'
import type { Integrations } from '../../integrations/settings.ts'
import { storesText, whoText } from '../../integrations/stored-text.ts'
import { thirdPartiesOf } from '../../integrations/third-parties.ts'
import type { ThirdParty } from '../../integrations/third-party.ts'
import { CATEGORIES, type Category, categoryOf } from '../../integrations/third-party.ts'
import { privacyPath } from '../../languages/language.ts'
import { listText } from '../../languages/texts.ts'
import type { Service } from '../../services/service.ts'
import type { SafeHtml } from '../../system/escape.ts'
import { memoizeByIdentity } from '../../system/memoize.ts'

export const CONSENT_PATH = '/api/consent'

interface ConsentFacts {
  integrations: Integrations
  hasAnimations: boolean
}

/** Texts of the question (CONS-18), and whether the request had the signal that scripts cannot see (CONS-21). */
export function consentTexts({ integrations, hasAnimations }: ConsentFacts): RequestHandler {
  return (request, response) => {
    const { service } = contextOf(request)
    forbidCaching(response)
    response.set('x-robots-tag', 'noindex')
    const texts: ConsentTexts = {
      signal: request.get('sec-gpc')?.trim() === '1',
      translation: translationOf(service, { integrations: integrationsFor(integrations, service), hasAnimations }),
    }
    response.json(texts)
  }
}

const once = memoizeByIdentity<Service, ConsentTexts['translation']>()

function translationOf(service: Service, facts: ConsentFacts): ConsentTexts['translation'] {
  return once(service, [facts.integrations, facts.hasAnimations], () => makeTranslation(service, facts))
}

function makeTranslation(service: Service, { integrations, hasAnimations }: ConsentFacts): ConsentTexts['translation'] {
  const { consent, privacy } = service.messages
  const ids = askedCategories(integrations, hasAnimations)
  const categories = CATEGORIES.filter((category) => ids[category] !== undefined)
  const rows = thirdPartiesOf(integrations, {
    hasAnimations,
    described: service.group.thirdParties,
  })
  const subjects = listText(
    categories.map((category) => consent.subjects[category]),
    service.language,
  )
  const link = tag('a', { href: privacyPath(service) }, text(privacy.title))
  return {
    consentModal: {
      title: text(consent.title),
      description: text(consent.question({ subjects })),
      acceptAllBtn: text(consent.accept),
      acceptNecessaryBtn: text(consent.reject),
      showPreferencesBtn: text(consent.choose),
      footer: link,
    },
    preferencesModal: {
      title: text(consent.settings),
      acceptAllBtn: text(consent.accept),
      acceptNecessaryBtn: text(consent.reject),
      savePreferencesBtn: text(consent.save),
      // The dialogue sets this text as an attribute's value.
      closeIconLabel: consent.close,
      sections: [
        { description: join([text(`${consent.memory} `), link]) },
        ...categories.map((category) => section(category, rows, service)),
      ],
    },
  }
}

function section(category: Category, rows: readonly ThirdParty[], service: Service) {
  const { consent } = service.messages
  const own = rows.filter(({ party }) => categoryOf(party) === category)
  return {
    title: text(consent.names[category]),
    description: join([text(consent.purposes[category]), ...own.map((row) => tag('span', {}, describe(row, service)))]),
    linkedCategory: category,
  }
}

function describe(row: ThirdParty, service: Service): SafeHtml {
  const { name, policy } = row
  const { parties } = service.messages.privacy
  return join([
    tag('strong', {}, text(name)),
    text(`${whoText(row, service)} ${storesText(row, service)}`),
    ...(policy === undefined
      ? []
      : [text(' '), tag('a', { href: policy, rel: 'noopener' }, text(parties.policy({ name })))]),
  ])
}

export function mountConsent(app: Express, { rendering }: AppDependencies): void {
  const { integrations, hasAnimations } = rendering.portal
  app.get(CONSENT_PATH, consentTexts({ integrations, hasAnimations }))
}
