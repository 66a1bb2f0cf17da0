import type { Service } from './service.ts'

/** The publisher's postal address on one line (ISSUE-8); undefined where the site folder names none. */
export function postalLineOf({ group, newsletter }: Pick<Service, 'group' | 'newsletter'>): string | undefined {
  const { street, postalCode, city, region, country } = group.organisation?.address ?? {}
  const town = [postalCode, city].filter((part) => part !== undefined).join(' ')
  const parts = [street, town, region, country].filter((part) => part !== undefined && part !== '')
  const isWhole = street !== undefined && city !== undefined
  return newsletter?.postalAddress ?? (isWhole ? parts.join(', ') : undefined)
}
