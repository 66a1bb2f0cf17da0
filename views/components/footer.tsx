import { copy } from '../../src/copy.ts'
import { group } from '../../src/services/group.ts'
import type { ShellProps } from '../once-per-service.tsx'
import { SisterPortals } from './sister-portals.tsx'
import { Wordmark } from './wordmark.tsx'

/** Menu groups, sister portals, social links, partners, notices, copyright (spec 2, "Footer"). */
export function Footer({ service, services }: ShellProps) {
  return (
    <footer className="footer">
      <div className="footer-inner">
        <Wordmark service={service} />
        <nav className="footer-groups" aria-label={copy.footer.about}>
          <FooterGroup name={copy.footer.section} items={service.menu} />
          <FooterGroup name={copy.footer.about} items={copy.footer.pages} />
          <div>
            <h2>{copy.footer.portals}</h2>
            <SisterPortals service={service} services={services} />
          </div>
          <FooterGroup name={copy.footer.social} items={group.social} rel="me noopener" />
          <FooterGroup name={copy.footer.partners} items={group.partners} rel="sponsored noopener" />
        </nav>
        <div className="footer-notices">
          <p>{copy.footer.cookies}</p>
          <p>{copy.footer.affiliate}</p>
          <p>{copy.footer.copyright(COPYRIGHT_YEAR)}</p>
        </div>
      </div>
    </footer>
  )
}

/** Fixed at start: a cached page must not differ from a fresh one. */
const COPYRIGHT_YEAR = new Date().getUTCFullYear()

interface FooterGroupProps {
  name: string
  items: ReadonlyArray<{ title: string; link: string }>
  rel?: string
}

function FooterGroup({ name, items, rel }: FooterGroupProps) {
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
