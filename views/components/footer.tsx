import { copy } from '../../src/copy.ts'
import type { Service, Services } from '../../src/services/service.ts'
import { SisterPortals } from './header.tsx'

/** Menu groups, notices, sister portals (spec 2, "Footer"). */
export function Footer({ service, services }: { service: Service; services: Services }) {
  return (
    <footer className="footer">
      <div className="footer-inner">
        <a className="wordmark" href="/">
          <span className="wordmark-group">{copy.group}</span> <span className="wordmark-service">{service.title}</span>
        </a>
        <nav className="footer-groups" aria-label={copy.footer.about}>
          <FooterGroup name={copy.footer.section} items={service.menu} />
          <FooterGroup name={copy.footer.about} items={copy.footer.pages} />
          <div>
            <h2>{copy.footer.portals}</h2>
            <SisterPortals service={service} services={services} />
          </div>
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

function FooterGroup({ name, items }: { name: string; items: ReadonlyArray<{ title: string; link: string }> }) {
  return (
    <div>
      <h2>{name}</h2>
      <ul>
        {items.map((item) => (
          <li key={item.title}>
            <a href={item.link}>{item.title}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}
