import type { ThirdParty } from './third-party.ts'

/** The third party's own documentation says so in 2026. */
type KnownParty = Omit<ThirdParty, 'id'>

/** Bidders may frame and call any host. */
const AD_MANAGER: KnownParty = {
  party: 'advertising',
  name: 'Google Ad Manager',
  company: 'Google Ireland Limited',
  country: 'IE',
  policy: 'https://policies.google.com/technologies/ads',
  stores: [
    { name: '__gads', keeps: { months: 13 } },
    { name: '__gpi', keeps: { months: 13 } },
    { name: '__eoi', keeps: { months: 6 } },
    { name: 'IDE', keeps: { months: 13 } },
    { name: 'test_cookie', keeps: { days: 1 } },
  ],
  sources: { connect: ['https:'], frame: ['https:'] },
  amp: 'amp-ad',
}

const ANALYTICS: KnownParty = {
  party: 'measurement',
  name: 'Google Analytics',
  company: 'Google Ireland Limited',
  country: 'IE',
  policy: 'https://policies.google.com/privacy',
  stores: [
    { name: '_ga', keeps: { months: 24 } },
    { name: '_ga_*', keeps: { months: 24 } },
  ],
  sources: {
    connect: ['https://*.google-analytics.com', 'https://*.analytics.google.com', 'https://www.googletagmanager.com'],
  },
  amp: 'amp-analytics',
}

const MARFEEL: KnownParty = {
  party: 'measurement',
  name: 'Marfeel Compass',
  company: 'Marfeel Solutions, S.L.',
  country: 'ES',
  policy: 'https://www.marfeel.com/privacy-policy/',
  stores: [
    { name: 'compass_uid', keeps: { months: 13 } },
    { name: '___nrbi', keeps: { months: 13 } },
    { name: '___nrbic', keeps: { months: 13 } },
  ],
  sources: { connect: ['https://*.newsroom.bi', 'https://*.mrf.io'] },
  amp: 'amp-analytics',
}

const DISQUS: KnownParty = {
  party: 'comments',
  name: 'Disqus',
  company: 'Disqus, Inc.',
  country: 'US',
  policy: 'https://help.disqus.com/en/articles/1717103-disqus-privacy-policy',
  stores: [{ name: 'disqus_unique', keeps: { months: 12 } }, { name: '__jid' }],
  sources: {
    connect: ['https://links.services.disqus.com'],
    frame: ['https://disqus.com', 'https://*.disqus.com'],
  },
}

/** The policy has the hosts with the animations themselves (GIF-9). */
const GIPHY: KnownParty = {
  party: 'animations',
  name: 'Giphy',
  company: 'Giphy, Inc.',
  country: 'US',
  policy: 'https://support.giphy.com/hc/en-us/articles/360032872931-GIPHY-Privacy-Policy',
  sources: {},
  amp: 'amp-anim',
}

export const KNOWN_PARTIES = {
  'google-ad-manager': AD_MANAGER,
  'google-analytics': ANALYTICS,
  marfeel: MARFEEL,
  disqus: DISQUS,
  giphy: GIPHY,
} as const satisfies Record<string, KnownParty>
export type KnownPartyId = keyof typeof KNOWN_PARTIES

export const KNOWN_NAMES: readonly string[] = Object.values(KNOWN_PARTIES).flatMap((party: KnownParty) =>
  (party.stores ?? []).map(({ name }) => name),
)
