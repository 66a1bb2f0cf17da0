import type { Service } from '../../src/services/service.ts'
import type { Site } from '../../src/site/site.ts'
import { site } from './customer-site.ts'

export const WEEKLY = 'akademia_tygodnik'
export const URGENT = 'akademia_pilne'
export const SERIES = 'akademia_cykl'

/** The academy with further newsletters. */
export function withSeveral(service: Service, own: Partial<NonNullable<Service['newsletter']>> = {}): Service {
  return {
    ...service,
    newsletter: {
      ...{ title: 'Poranek', text: 'Codziennie o siódmej.', since: '1d', ...own },
      further: [
        { name: 'tygodnik', title: 'Tygodnik', text: 'W piątek po południu.', since: '7d' },
        { name: 'pilne', title: 'Pilne', since: '7d', subject: { kind: 'breaking' } },
        { name: 'cykl', title: 'Cykl', since: '7d', subject: { kind: 'series', slug: 'sledztwo-port' } },
      ],
    },
  }
}

/** The customer's site, whose academy has several. */
export function siteWithSeveral(): Site {
  const { akademia } = site.services
  if (!akademia) throw new Error('no academy')
  return { ...site, services: { ...site.services, akademia: withSeveral(akademia) } }
}
