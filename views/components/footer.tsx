import { asksForConsent, cookieNotice } from '../../src/integrations/cookie-notice.ts'
import { countersIn, partiesIn, thirdPartiesOf } from '../../src/integrations/third-parties.ts'
import { accessibilityPath, followPath, privacyPath, savedPath } from '../../src/languages/language.ts'
import { sistersOf } from '../../src/services/registry.ts'
import { useMessages } from '../context.ts'
import type { ShellProps } from '../prerendered.tsx'
import { SisterPortals, Wordmark } from './brand.tsx'

export function Footer(props: ShellProps) {
  const messages = useMessages()
  const { service, services } = props
  return (
    <footer className="footer">
      <div className="footer-inner">
        <Wordmark service={service} />
        <nav className="footer-groups" aria-label={messages.footer.about}>
          <FooterGroup name={messages.footer.section} items={service.menu} />
          <FooterGroup name={messages.footer.about} items={pagesOf(service)} />
          {sistersOf(service, services).length > 0 && (
            <div>
              <h2>{messages.footer.portals}</h2>
              <SisterPortals service={service} services={services} />
            </div>
          )}
          <FooterGroup name={messages.footer.social} items={service.group.profiles} rel="me noopener" />
          <FooterGroup name={messages.footer.partners} items={service.group.partners} rel="sponsored noopener" />
        </nav>
        <div className="footer-notices">
          <p className="needs-script">
            <a href={savedPath(service)} className="saved">
              {messages.saved.title}
            </a>
          </p>
          <CookieNotice {...props} />
          {service.group.hasAffiliateLinks && <p>{messages.footer.affiliate}</p>}
          <Rights service={service} />
        </div>
      </div>
    </footer>
  )
}

function Rights({ service: { group, messages } }: Pick<ShellProps, 'service'>) {
  const facts = { year: COPYRIGHT_YEAR, group: group.name }
  if (!group.licence) return <p>{messages.footer.copyright(facts)}</p>
  const { title, link } = group.licence
  return (
    <p>
      {messages.footer.licensed(facts)}{' '}
      <a rel="license" href={link}>
        {title}
      </a>
      .
    </p>
  )
}

function CookieNotice({ service, integrations, hasAnimations }: ShellProps) {
  const messages = useMessages()
  const { footer, privacy } = messages
  const { cookies, privacyPolicy } = footer
  const policy = service.group.privacyPolicy
  const page = privacyPath(service)
  const parties = partiesIn(
    thirdPartiesOf(integrations, { hasAnimations: hasAnimations && integrations.consent !== 'none' }),
  )
  const counters = countersIn(integrations).map(({ name }) => name)
  const facts = { parties, consent: integrations.consent, embeds: 'on-click', counters } as const
  if (parties.size === 0) return <p>{cookieNotice(facts, service)}</p>
  return (
    <>
      <p>
        {cookieNotice(facts, service)}{' '}
        {asksForConsent(facts) && (
          <>
            <a href={`${page}#${CHOICE_ID}`} data-consent-settings="">
              {cookies.change}
            </a>
            {'. '}
          </>
        )}
        {cookies.more} <a href={page}>{privacy.title}</a>
        {policy !== undefined && policy !== page && (
          <>
            , <a href={policy}>{privacyPolicy}</a>
          </>
        )}
        .
      </p>
      <noscript>
        <p>{cookies.noScript}</p>
      </noscript>
    </>
  )
}

/** A publisher's own page comes first. */
function pagesOf(service: ShellProps['service']): ShellProps['service']['group']['pages'] {
  const { group, messages } = service
  const own = [
    { title: messages.follow.title, link: followPath(service) },
    { title: messages.privacy.title, link: privacyPath(service) },
    ...(group.accessibility ? [{ title: messages.accessibility.short, link: accessibilityPath(service) }] : []),
  ]
  return [...group.pages, ...own.filter(({ link }) => !group.pages.some((page) => page.link === link))]
}

export const CHOICE_ID = 'zgoda'

/** Cached and fresh pages must not differ. */
const COPYRIGHT_YEAR = String(new Date().getUTCFullYear())

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
