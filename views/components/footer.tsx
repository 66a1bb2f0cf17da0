import { copy } from '../../src/config/copy.ts'
import { isAdvertising } from '../../src/integrations/advertising.ts'
import { asksForConsent, cookieNotice, partiesOf } from '../../src/integrations/cookie-notice.ts'
import { sistersOf } from '../../src/services/registry.ts'
import type { ShellProps } from '../prerendered-per-service.tsx'
import { SisterPortals } from './sister-portals.tsx'
import { Wordmark } from './wordmark.tsx'

/** Menu groups, sister portals, social links, partners, notices, copyright (SHELL-6). */
export function Footer(props: ShellProps) {
  const { service, services } = props
  return (
    <footer className="footer">
      <div className="footer-inner">
        <Wordmark service={service} />
        <nav className="footer-groups" aria-label={copy.footer.about}>
          <FooterGroup name={copy.footer.section} items={service.menu} />
          <FooterGroup name={copy.footer.about} items={service.group.pages} />
          {sistersOf(service, services).length > 0 && (
            <div>
              <h2>{copy.footer.portals}</h2>
              <SisterPortals service={service} services={services} />
            </div>
          )}
          <FooterGroup name={copy.footer.social} items={service.group.profiles} rel="me noopener" />
          <FooterGroup name={copy.footer.partners} items={service.group.partners} rel="sponsored noopener" />
        </nav>
        <div className="footer-notices">
          <CookieNotice {...props} />
          <p>{copy.footer.affiliate}</p>
          <p>{copy.footer.copyright(COPYRIGHT_YEAR, service.group.name)}</p>
        </div>
      </div>
    </footer>
  )
}

/** What loads and stores data, by configuration, and where to change the consent (CONS-1). */
function CookieNotice({ service, integrations, hasAnimations }: ShellProps) {
  const { cookies, privacyPolicy } = copy.footer
  const policy = service.group.privacyPolicy
  const parties = partiesOf(integrations, isAdvertising(integrations, service), hasAnimations)
  const facts = { parties, consent: integrations.consent, embeds: 'on-click' } as const
  if (parties.size === 0) return <p>{cookieNotice(facts)}</p>
  return (
    <p>
      {cookieNotice(facts)}{' '}
      {asksForConsent(facts) && (
        <>
          <a href={policy ?? CONSENT} data-consent-settings="">
            {cookies.change}
          </a>
          {'. '}
        </>
      )}
      {policy !== undefined && (
        <>
          {cookies.more} <a href={policy}>{privacyPolicy}</a>.
        </>
      )}
    </p>
  )
}

/** Where the question for consent stands, once there is one. */
const CONSENT = '#consent'

/** Fixed at start, because a cached page must not differ from a fresh one. */
const COPYRIGHT_YEAR = new Date().getUTCFullYear()

interface FooterGroupProps {
  name: string
  items: ReadonlyArray<{ title: string; link: string }>
  rel?: string
}

function FooterGroup({ name, items, rel }: FooterGroupProps) {
  if (items.length === 0) return null
  return (
    <div>
      <h2>{name}</h2>
      <ul>
        {items.map((item) => (
          <li key={item.title}>
            <a href={item.link} rel={rel}>
              {item.title}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
