import { PROVIDERS } from '../../src/content/embeds.ts'
import { UNCONFIRMED_DAYS } from '../../src/content/newsletter.ts'
import { type Integrations, waitsForConsent } from '../../src/integrations/settings.ts'
import { storesText, whoText } from '../../src/integrations/stored-text.ts'
import { countersIn, thirdPartiesOf } from '../../src/integrations/third-parties.ts'
import { CATEGORIES, type Category, categoryOf, type ThirdParty } from '../../src/integrations/third-party.ts'
import { countryName, listText } from '../../src/languages/texts.ts'
import type { OwnEmbed, Service } from '../../src/services/service.ts'
import { CHOICE_ID } from '../components/footer.tsx'
import { type NewsletterFacts, usePortal } from '../context.ts'
import type { PageDataOf } from '../page-data.ts'

export function PrivacyPage({ service }: PageDataOf<'privacy'>) {
  const { integrations, hasAnimations, newsletter, push } = usePortal()
  const { privacy, push: notifications } = service.messages
  const animated = hasAnimations && integrations.consent !== 'none'
  const rows = thirdPartiesOf(integrations, { hasAnimations: animated, described: service.group.thirdParties })
  return (
    <div className="page">
      <article className="article">
        <header className="article-header">
          <h1>{privacy.title}</h1>
          <p className="lead">{privacy.lead}</p>
        </header>
        <div className="article-body">
          <Controller service={service} />
          <Choice service={service} integrations={integrations} isAsked={rows.length > 0} />
          <Parties service={service} rows={rows} />
          <Counters service={service} integrations={integrations} />
          <Embeds service={service} integrations={integrations} />
          <OwnData service={service} integrations={integrations} />
          {newsletter && <Newsletter service={service} newsletter={newsletter} />}
          {push && (
            <>
              <h2>{notifications.title}</h2>
              <p>{notifications.keeps}</p>
            </>
          )}
        </div>
      </article>
    </div>
  )
}

function Controller({ service: { group, messages, language } }: { service: Service }) {
  const { legalName, address = {}, email } = group.organisation ?? {}
  const place = [address.street, [address.postalCode, address.city].filter(Boolean).join(' ')]
  const name = [legalName ?? group.name, ...place, address.country && countryName(address.country, language)]
  return (
    <p>
      {messages.privacy.controller({ name: name.filter(Boolean).join(', ') })}
      {email !== undefined && (
        <>
          {' '}
          <a href={`mailto:${email}`}>{email}</a>
        </>
      )}
    </p>
  )
}

interface Own {
  service: Service
  integrations: Integrations
}

function Choice({ service, integrations, isAsked }: Own & { isAsked: boolean }) {
  const { privacy, footer } = service.messages
  const { choice } = privacy
  const { consent, platform } = integrations
  const waits = waitsForConsent(consent)
  return (
    <>
      <h2 id={CHOICE_ID}>{choice.title}</h2>
      <p>{waits ? choice.asks : consent === 'preset' && isAsked ? choice.preset : choice.none}</p>
      {platform && <p>{choice.platform({ name: new URL(platform.script).hostname })}</p>}
      {(waits || isAsked) && <p>{choice.gpc}</p>}
      {waits && (
        <p className="needs-script">
          <a className="button" href={`#${CHOICE_ID}`} data-consent-settings="">
            {footer.cookies.change}
          </a>
        </p>
      )}
      {(waits || isAsked) && <p>{choice.noScript}</p>}
    </>
  )
}

function Parties({ service, rows }: { service: Service; rows: readonly ThirdParty[] }) {
  const { privacy, consent } = service.messages
  return (
    <>
      <h2>{privacy.parties.title}</h2>
      {rows.length === 0 && <p>{privacy.parties.none}</p>}
      {CATEGORIES.map((category) => (
        <CategoryRows key={category} category={category} service={service} rows={rows} purposes={consent.purposes} />
      ))}
    </>
  )
}

interface CategoryProps {
  category: Category
  service: Service
  rows: readonly ThirdParty[]
  purposes: Readonly<Record<Category, string>>
}

function CategoryRows({ category, service, rows, purposes }: CategoryProps) {
  const own = rows.filter(({ party }) => categoryOf(party) === category)
  if (own.length === 0) return null
  return (
    <>
      <h3>{service.messages.consent.names[category]}</h3>
      <p>{purposes[category]}</p>
      <ul>
        {own.map((row) => (
          <li key={row.id}>
            <Row row={row} service={service} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Counters({ service, integrations }: Own) {
  const rows = countersIn(integrations, service.group.thirdParties)
  const { counters, parties } = service.messages.privacy
  if (rows.length === 0) return null
  return (
    <>
      <h2>{counters.title}</h2>
      <p>{counters.lead}</p>
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <strong>{row.name}</strong>
            {whoText(row, service)}
            {row.policy !== undefined && (
              <>
                {' '}
                <a href={row.policy} rel="noopener">
                  {parties.policy({ name: row.name })}
                </a>
              </>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

function Row({ row, service }: { row: ThirdParty; service: Service }) {
  const { name, policy } = row
  return (
    <>
      <strong>{name}</strong>
      {whoText(row, service)} {storesText(row, service)}
      {policy !== undefined && (
        <>
          {' '}
          <a href={policy} rel="noopener">
            {service.messages.privacy.parties.policy({ name })}
          </a>
        </>
      )}
    </>
  )
}

function Embeds({ service, integrations: { consent } }: Own) {
  const { embeds } = service.messages.privacy
  const providers = framedProviders(service.group.embeds)
  return (
    <>
      <h2>{embeds.title}</h2>
      <p>
        {waitsForConsent(consent) ? embeds.ifGranted : embeds.onClick}{' '}
        {service.hasAmp && consent === 'preset' && `${embeds.amp} `}
        {embeds.providers({ providers: listText(providers, service.language) })}
      </p>
    </>
  )
}

function OwnData({ service, integrations }: Own) {
  const { own } = service.messages.privacy
  const waits = waitsForConsent(integrations.consent)
  const items = [
    ...(service.theme === 'switchable' ? [{ text: own.theme, names: ['theme'], time: own.untilDeleted }] : []),
    { text: own.articles, names: ['articles', 'pictures'], time: own.untilDeleted },
    { text: own.textSize, names: ['text-size'], time: own.untilDeleted },
    { text: own.saved, names: ['saved'], time: own.untilDeleted },
    { text: own.places, names: ['places'], time: own.untilDeleted },
    { text: own.breaking, names: ['breaking'], time: own.untilDeleted },
    { text: own.revisions, names: ['revisions'], time: own.untilDeleted },
    { text: own.positions, names: ['positions'], time: own.untilDeleted },
    ...(waits ? [{ text: own.consent, names: ['consent'], time: storedTime(service) }] : []),
  ]
  return (
    <>
      <h2>{own.title}</h2>
      <p>{own.lead}</p>
      <ul>
        {items.map(({ text, names, time }) => (
          <li key={text}>
            {text} (<code>{names.join(', ')}</code>; {time})
          </li>
        ))}
      </ul>
    </>
  )
}

function Newsletter({ service, newsletter: { keeper, mails } }: { service: Service; newsletter: NewsletterFacts }) {
  const words = service.messages.privacy.newsletter
  return (
    <>
      <h2>{words.title}</h2>
      {keeper === undefined ? (
        <>
          <p>
            {words.kept} {words.unconfirmed({ count: UNCONFIRMED_DAYS })}
          </p>
          <p>{mails ? words.rights : words.ask}</p>
          {mails && <p>{words.suppressed}</p>}
          {mails && service.newsletter?.clicks !== false && <p>{words.clicks}</p>}
          {mails && service.newsletter?.opens && <p>{words.opens}</p>}
        </>
      ) : (
        <p>{words.passed({ name: keeper })}</p>
      )}
    </>
  )
}

function storedTime({ messages }: Service): string {
  return messages.privacy.parties.months({ count: 6 })
}

function framedProviders(own: readonly OwnEmbed[]): string[] {
  const ours = PROVIDERS.filter(({ origins }) => origins.length > 0).map(({ name }) => name)
  const sites = own.filter(({ consent }) => consent !== 'none').map(({ name }) => name)
  return [...new Set([...sites, ...ours])]
}
